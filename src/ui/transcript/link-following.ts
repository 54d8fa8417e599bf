import { transcriptLinkOfFragment } from '../../records/index.ts';
import {
  ALL_WAYS,
  CALL_STYLES,
  type CallStyleName,
  type CutSettings,
  type WayName,
} from '../../transcript/index.ts';
import { unpackedText } from './take-away/linked-text.ts';
import { modelDesk } from './model-desk.svelte.ts';
import { transcriptDesk } from './transcript-desk.svelte.ts';

const isStyle = (name: string | null): name is CallStyleName =>
  name !== null && Object.hasOwn(CALL_STYLES, name);
const isWay = (name: string | null): name is WayName => ALL_WAYS.some((way) => way === name);

/** Sets the room as a link says, and gives in sentences what could not be followed. */
export async function followTranscriptLink(fragment: string): Promise<readonly string[]> {
  const known = { ways: ALL_WAYS, styles: Object.keys(CALL_STYLES) };
  const { link, notes } = transcriptLinkOfFragment(fragment, known);
  const said = [...notes];
  await modelDesk.enter();
  if (link.checkpoint !== null && !modelDesk.choose(link.checkpoint))
    said.push(`The link asks for the checkpoint ${link.checkpoint}, which is not here.`);
  const hasCut = link.lastMessages !== null || link.system !== null || link.mostCharacters !== null;
  const cut: CutSettings | null = hasCut
    ? { lastMessages: link.lastMessages, system: link.system ?? 'whole', mostCharacters: link.mostCharacters }
    : null;
  transcriptDesk.setFromLink({
    way: isWay(link.way) ? link.way : null,
    style: isStyle(link.style) ? link.style : null,
    cut,
  });
  if (link.text === null) return said;
  const text = await unpackedText(link.text);
  if (text.ok) await transcriptDesk.take(text.value, null);
  else transcriptDesk.refuse(text.error);
  return said;
}
