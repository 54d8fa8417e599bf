/** What files dropped on the page are. */
export type DroppedKind = 'checkpoint' | 'rows' | 'items';

/** A first line of rows or of a record is shorter than this up to the keys that tell it. */
const TELLING_BYTES = 64_000;

/**
 * Tells what was dropped by its names and its first line. A text that is none of them counts as items: their door says
 * line by line what is wrong with it.
 */
export async function droppedKind(files: readonly File[]): Promise<DroppedKind> {
  if (files.some(({ name }) => name.endsWith('.safetensors') || name === 'config.json')) return 'checkpoint';
  const text = (await files[0]?.slice(0, TELLING_BYTES).text()) ?? '';
  const isRecord = /^\s*\{\s*"kind"\s*:/u.test(text);
  const isRow = /"unit_key"\s*:|"token_logprobs"\s*:/u.test(text);
  return isRecord || isRow ? 'rows' : 'items';
}
