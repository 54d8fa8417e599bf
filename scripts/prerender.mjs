// @ts-check
// Puts the first page, as HTML, into index.html when the page is built or served for development: it is painted before
// any script runs, and read where none does. The same components and figures as in the page, rendered once, here.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { BUILT_IN_FOLDER } from './built-in-index.mjs';
import { listCheckpoints } from './checkpoint-index.mjs';
import { sourceModule } from './source-module.mjs';

const PLACE = '<!-- first page -->';

/** @returns {import('vite').Plugin} */
export function prerenderedFirstPage() {
  return {
    name: 'lab-first-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        return html.includes(PLACE) ? html.replace(PLACE, await firstPage()) : html;
      },
    },
  };
}

/** @returns {Promise<string>} */
async function firstPage() {
  const undo = lendAddress();
  try {
    // Styles are those of the page itself, whose build makes the same class names.
    const module = await sourceModule('src/ui/opening/first-page.ts', [svelte({ emitCss: false })]);
    /** @type {typeof import('../src/ui/opening/first-page.ts')} */
    const { firstPageHtml } = module;
    return firstPageHtml(await builtIn());
  } finally {
    undo();
  }
}

/** What the page comes with, by what lies in public/checkpoints. @returns {Promise<import('../src/ui/opening/first-page.ts').BuiltIn>} */
async function builtIn() {
  /** @type {typeof import('../src/records/index.ts')} */
  const { BUILT_IN_BASE, BUILT_IN_CHECKPOINTS } = await sourceModule('src/records/index.ts');
  const { checkpoints } = await listCheckpoints([BUILT_IN_FOLDER]);
  const base = checkpoints.find(({ id }) => id === BUILT_IN_BASE);
  return {
    baseBytes: base?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? null,
    all: BUILT_IN_CHECKPOINTS.every((name) => checkpoints.some(({ id }) => id === name)),
  };
}

/** The header reads the address when it is loaded; here it gets one without a fragment. @returns {() => void} */
function lendAddress() {
  const lent = { location: { hash: '' }, addEventListener: () => undefined };
  const here = /** @type {Record<string, unknown>} */ (globalThis);
  const missing = Object.entries(lent).filter(([name]) => !(name in here));
  for (const [name, value] of missing) here[name] = value;
  return () => {
    for (const [name] of missing) Reflect.deleteProperty(here, name);
  };
}
