import {
  createChatTokenizer,
  DroppedFiles,
  openCheckpoint,
  runtimeVersion,
  ServedFiles,
  type ChatTokenizer,
  type CheckpointFiles,
  type OpenedCheckpoint,
} from '../src/checkpoint/files/index.ts';
import { scoreRequests, type ComputeOptions, type LanguageModel } from '../src/engine/index.ts';
import { ok, sha256OfText, type Provenance, type Result } from '../src/records/index.ts';
import { isAbsent, readCard, type CheckpointCard } from './checkpoint-card.ts';
import type { CheckpointSource, LoadOptions, Stage } from './engine-door.ts';
import { ENGINE_VERSION } from './engine-version.ts';

/** A checkpoint ready to compute. */
export interface OpenCheckpoint {
  readonly model: LanguageModel;
  readonly tokenizer: ChatTokenizer;
  readonly provenance: Provenance;
}

/** Scores may differ this much from a stored value before the page says that the arithmetic is off (design §8). */
const SELF_CHECK_TOLERANCE_NATS = 5e-5;

/** The lane of a load: files → card → tokenizer → graph and session → self-check → provenance. */
export async function openLane(
  source: CheckpointSource,
  options: LoadOptions,
  compute: ComputeOptions,
  onStage: (stage: Stage) => void,
): Promise<Result<OpenCheckpoint>> {
  const found: Result<CheckpointFiles> =
    source.kind === 'served' ? ok(new ServedFiles(source.baseUrl)) : DroppedFiles.of(source.files);
  if (!found.ok) return found;
  const files = found.value;
  onStage({ name: 'reading-config', expectedMs: 2_000 });
  const card = await readCard(files);
  if (!card.ok) return card;
  onStage({ name: 'reading-tokenizer', expectedMs: 5_000 });
  const read = await readTokenizer(files);
  if (!read.ok) return read;
  const opened = await openCheckpoint(
    files,
    {
      holding: options.holding,
      threads: options.threads,
      windowTokens: options.windowTokens,
      job: 'scoring',
      promisedSha256: new Map((card.value?.files ?? []).map(({ path, sha256 }) => [path, sha256])),
    },
    onStage,
  );
  if (!opened.ok) return opened;
  const { model } = opened.value;
  onStage({ name: 'self-check', expectedMs: 2_000, notices: opened.value.notices });
  const selfCheck = await checkAgainst(card.value?.selfCheck ?? null, model, compute);
  if (!selfCheck.ok) return selfCheck;
  const provenance = provenanceOf(opened.value, card.value, source, read.value.sha256, selfCheck.value);
  return ok({ model, tokenizer: read.value.tokenizer, provenance });
}

async function readTokenizer(
  files: CheckpointFiles,
): Promise<Result<{ readonly tokenizer: ChatTokenizer; readonly sha256: string }>> {
  const tokenizerJson = await files.readText('tokenizer.json');
  if (!tokenizerJson.ok) return tokenizerJson;
  const tokenizerConfigJson = await files.readText('tokenizer_config.json');
  if (!tokenizerConfigJson.ok) return tokenizerConfigJson;
  const jinja = await files.readText('chat_template.jinja');
  if (!jinja.ok && !isAbsent(jinja.error)) return jinja;
  const texts = {
    tokenizerJson: tokenizerJson.value,
    tokenizerConfigJson: tokenizerConfigJson.value,
    chatTemplateJinja: jinja.ok ? jinja.value : null,
  };
  const tokenizer = createChatTokenizer(texts);
  if (!tokenizer.ok) return tokenizer;
  const sha256 = sha256OfText(JSON.stringify(texts));
  return ok({ tokenizer: tokenizer.value, sha256 });
}

/** Scores the card's sentence by the engine's own way and compares token by token. */
async function checkAgainst(
  expected: CheckpointCard['selfCheck'],
  model: LanguageModel,
  compute: ComputeOptions,
): Promise<Result<Provenance['selfCheck']>> {
  if (expected === null) return ok({ state: 'none' });
  let largestDifferenceNats = Number.POSITIVE_INFINITY;
  const scored = await scoreRequests(
    model,
    [
      {
        id: 'self-check',
        task: '',
        template: '',
        context: expected.contextIds,
        candidate: expected.candidateIds,
        endOfTurn: null,
        hidden: [],
      },
    ],
    { ...compute, seed: 0 },
    (event) => {
      if (event.kind !== 'scores') return;
      largestDifferenceNats = Math.max(
        ...(event.scores[0]?.logprobsNats ?? []).map((nats, token) =>
          Math.abs(nats - (expected.logprobsNats[token] ?? Number.POSITIVE_INFINITY)),
        ),
      );
    },
  );
  if (!scored.ok) return scored;
  return ok({
    state: largestDifferenceNats <= SELF_CHECK_TOLERANCE_NATS ? 'agrees' : 'differs',
    largestDifferenceNats,
  });
}

function provenanceOf(
  opened: OpenedCheckpoint,
  card: CheckpointCard | null,
  source: CheckpointSource,
  tokenizerSha256: string,
  selfCheck: Provenance['selfCheck'],
): Provenance {
  const files = opened.files.map(({ name, bytes, sha256 }) => ({ path: name, bytes, sha256 }));
  const lines = files.map(({ path, bytes, sha256 }) => `${path} ${bytes} ${sha256}`).sort();
  return {
    checkpointName: card?.name ?? folderOf(source),
    checkpointId: card?.id ?? folderOf(source),
    scope: card?.scope ?? 'general',
    files,
    tokenizerSha256,
    checkpointSha256: sha256OfText(lines.join('\n')),
    parameters: opened.parameters,
    architecture: opened.architecture.family,
    holding: opened.heldAs,
    threads: opened.model.threads,
    simd: true,
    engineVersion: ENGINE_VERSION,
    ortVersion: runtimeVersion(),
    windowTokens: opened.windowTokens,
    selfCheck,
  };
}

/** A checkpoint without a card is called by its folder. */
function folderOf(source: CheckpointSource): string {
  const folder =
    source.kind === 'served'
      ? decodeURIComponent(source.baseUrl.split('/').at(-2) ?? '')
      : (source.files.map((file) => file.webkitRelativePath.split('/')[0]).find(Boolean) ?? '');
  return folder === '' ? 'a checkpoint without a name' : folder;
}
