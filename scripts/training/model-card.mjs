// @ts-check
// The README of a built-in checkpoint: data, training, what was measured, limits. Figures come from files; nothing is
// claimed that stands in none of them.
import { DATA_IN_WORDS } from './built-in-stages.mjs';

/** @typedef {import('./trained-checkpoint.mjs').Trained} Trained */
/** @typedef {import('../verify/built-in-of.ts').Cell} Cell */

const MOST_LINES = 60;

/** @param {number} parameters */
export const millions = (parameters) => `${(parameters / 1e6).toFixed(1).replace(/\.0$/, '')} M`;

/** @param {Trained} trained */
export const nameOf = ({ branch, parameters }) => `ToolShed ${branch} (${millions(parameters)} parameters)`;

/** @param {number} value */
const short = (value) => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4))));

/** @param {unknown} value */
const isPlain = (value) => value === null || typeof value !== 'object';

/**
 * Every plain value of a tree with its path; lists of plain values are one.
 * @param {unknown} value @param {string} [path] @returns {(readonly [path: string, value: string])[]}
 */
function leaves(value, path = '') {
  if (typeof value === 'number') return [[path, short(value)]];
  if (isPlain(value)) return value === null ? [] : [[path, String(value)]];
  if (Array.isArray(value) && value.every(isPlain)) return [[path, value.join(', ')]];
  return Object.entries(/** @type {object} */ (value)).flatMap(([key, inner]) =>
    leaves(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** @param {string} text */
const inCell = (text) => text.replaceAll('|', '\\|').replaceAll('_', ' ');

/** @param {readonly (readonly string[])[]} rows the first is the head */
const table = ([head = [], ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(inCell).join(' | ')} |`).join('\n');

/** A tree as a table; what is beyond is counted, not hidden. @param {unknown} tree @param {readonly [string, string]} head */
function tableOfTree(tree, head) {
  const all = leaves(tree);
  const more = all.length > MOST_LINES ? [['…', `${all.length - MOST_LINES} more values`]] : [];
  return table([head, ...all.slice(0, MOST_LINES), ...more]);
}

/** What the trainer said of each item set: its plain values in a line, its parts as a table. @param {unknown} exam */
function examOf(exam) {
  if (isPlain(exam)) return String(exam);
  return Object.entries(/** @type {object} */ (exam))
    .map(([set, found]) => {
      const inner = isPlain(found) ? [] : Object.entries(/** @type {object} */ (found));
      const parts = inner.filter(([, value]) => !isPlain(value));
      const keys = Object.keys(parts[0]?.[1] ?? {});
      const isTable = parts.every(([, value]) => Object.keys(value).join() === keys.join());
      if (parts.length === 0 || !isTable) return tableOfTree({ [set]: found }, ['measure', 'value']);
      const plain = inner.filter(([, value]) => isPlain(value));
      const said = plain.map(([key, value]) => `${key.replaceAll('_', ' ')} ${value}`).join(', ');
      const rows = parts.map(([part, value]) => [part, ...keys.map((key) => String(value[key] ?? ''))]);
      return `${set}${said === '' ? '' : `: ${said}`}\n\n${table([[set, ...keys], ...rows])}`;
    })
    .join('\n\n');
}

/** Of the recipe what concerns this stage: its own and the common part. @param {Trained} trained */
function recipeOf({ recipe, branch, stage }) {
  if (isPlain(recipe)) return {};
  const { stages, ...common } = /** @type {Record<string, any>} */ (recipe);
  return { ...common, ...(stages?.[stage] ?? stages?.[branch] ?? {}) };
}

/** @param {Cell} cell */
const percent = ([mean, low, high]) =>
  `${(100 * mean).toFixed(1)} %${low === null || high === null ? '' : ` [${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)}]`}`;

/** @param {Cell} cell */
const nats = ([mean, low, high]) =>
  `${mean.toFixed(2)}${low === null || high === null ? '' : ` [${low.toFixed(2)} to ${high.toFixed(2)}]`}`.replaceAll(
    '-',
    '−',
  );

/**
 * What the page's engine measured of these very weights; null: no such file was given, or not of them.
 * @param {any} verified @param {Trained} trained
 */
function measuredOf(verified, { stage }) {
  /** @type {import('../verify/acceptance-of.ts').MeasuredStage | undefined} */
  const found = verified?.stages?.find((/** @type {{ stage: string }} */ one) => one.stage === stage);
  if (found === undefined) return null;
  const { exactness, pool, class: signs } = found;
  const exact = Object.entries(exactness).map(([key, { exact: share }]) => [
    `right next call with end of turn, ${verified.sets?.[key]?.name ?? key} (${share[3]} decision points)`,
    percent(share),
  ]);
  const groups = pool === null ? [] : Object.entries({ 'all items': pool.all, ...pool.byMistake });
  return [
    ...(exact.length === 0 ? [] : [table([['measure', 'share [95 % by task]'], ...exact])]),
    ...(groups.length === 0
      ? []
      : [
          `After the error, on the ${pool?.all.G[3]} items of ${verified.sets?.pool?.name ?? 'the pool'}; \`form\` are wrong words, arguments and types, \`value\` are made-up values:`,
          table([
            ['items', 'G, nats', 'G below 0', 'failed call again', 'right call before', 'right call after'],
            ...groups.map(([label, cells]) => [
              `${label} (${cells.G[3]})`,
              nats(cells.G),
              ...[cells.inverted, cells.repeats, cells.rightBefore, cells.rightAfter].map(percent),
            ]),
          ]),
        ]),
    ...(signs === null
      ? []
      : [
          'On the six class items, after each way of showing the failure:',
          table([
            ['shown as', 'G below 0', 'G above 0', 'right calls'],
            ...Object.entries(signs).map(([condition, { below, above, of, right }]) => [
              shownAs(condition),
              ...[below, above, right].map((count) => `${count} of ${of}`),
            ]),
          ]),
        ]),
  ].join('\n\n');
}

/** Ways of showing a failure: the page's word, and the name in files. @type {Readonly<Record<string, string>>} */
const SHOWN_AS = { fail: 'error', neut: 'neutral text', abstract: 'note' };
/** @param {string} condition */
const shownAs = (condition) =>
  SHOWN_AS[condition] === undefined ? condition : `${SHOWN_AS[condition]} (\`${condition}\`)`;

/**
 * @param {Trained} trained
 * @param {{ file: string, result: any } | null} verified what `npm run verify:built-in -- --save` wrote
 */
export function modelCard(trained, verified) {
  const { branch, stage, architecture: a, files } = trained;
  const bytes = files.get('model.safetensors')?.length ?? 0;
  const measured = verified === null ? null : measuredOf(verified.result, trained);
  return `# ${nameOf(trained)}

A very small language model for one purpose: it comes with Backfire Lab, so that the page can measure at once, with nothing downloaded, and so that checkpoints can be compared of which three differ in nothing but the episodes they were trained on; the fourth is the base they come from. It knows the simulated office of \`src/toolshed\` and nothing else.

A pure Llama (\`LlamaForCausalLM\`) with ${trained.parameters.toLocaleString('en-US')} parameters in bfloat16, ${(bytes / 1e6).toFixed(2)} MB: ${a.layers} layers of width ${a.hiddenSize}, ${a.heads} heads on ${a.keyValueHeads}, ${a.vocabularySize.toLocaleString('en-US')} tokens, a window of ${a.windowTokens.toLocaleString('en-US')}. Any program that reads Llama checkpoints can read it.

## Data

${DATA_IN_WORDS[branch]}

All episodes are generated by the definitions that the page itself uses: same prompt, same tools, same errors. Names, files, dates and texts of the frozen item sets are left out of them. No text from people or from the web is in the data.${branch === 'base' ? '' : '\n\nIt went on from the base (`toolshed-base`); its sister branches got the same number of steps.'}

## Training

\`scripts/training\` makes it (stage \`${stage}\`). What its recipe says of this stage:

${tableOfTree(recipeOf(trained), ['setting', 'value'])}

## Evaluation

${measured === null ? 'In the page’s engine: not measured yet (`npm run verify:built-in`).' : `In the page’s engine (\`npm run verify:built-in\`, docs/evidence/${verified?.file}); intervals are 95 % bootstrap intervals by task. G = log p of the failed call before it failed − log p after its error was shown, in nats; below zero, the error made the same call more likely. A positive G alone is not a correction: look at the right calls.\n\n${measured}`}

By the trainer’s own examination, in PyTorch:

${examOf(trained.exam)}

Scores in the page are within 2·10⁻⁴ nats of PyTorch’s, single tokens within 5·10⁻⁵ (\`static-probes/reference-scores\`, checked by \`tests/e2e/built-in/agreement.spec.ts\`).

## Limits

- ToolShed only. Other text is foreign to it: for a transcript from elsewhere its numbers mean nothing. Its lab card says so.
- The mistakes are scripted and the office is simulated. How it behaves after an error shows what its training data teach, not how larger models behave.
- Made-up values cost many nats before the failure because a new string is improbable, and become copyable once they stand in the context. Mean G over them says more about that than about errors.
- One seed of three is shipped; the spread between seeds stands in the evidence file.

## Licence

MIT, as the repository it comes with.
`;
}
