import { base64Runs } from './base64.ts';
import { cutOut, wholePaste, type Cut, type SourceText } from './source-text.ts';
import { unquoted } from './unquote.ts';

/** What is taken off any paste before formats are looked for: base64, the byte order mark, the marks of a stream. */
export function cleanPaste(pasted: string): SourceText {
  const short = cutOut(wholePaste(pasted), base64Runs(pasted));
  const isMarked = short.text.startsWith('\ufeff');
  const bare = cutOut(short, isMarked ? [{ start: 0, end: 1, what: 'byte order mark', mark: '' }] : []);
  return unquoted(withoutStreamMarks(bare));
}

/** Lines of a stream of events begin with `data: `; taken off where most lines do. */
function withoutStreamMarks(source: SourceText): SourceText {
  if (!/^(?:data|event|id): ?/m.test(source.text.slice(0, 10_000))) return source;
  const cuts: Cut[] = [
    ...source.text.matchAll(/^(?:data: ?\[DONE\]|data: ?|(?:event|id|retry): ?[^\r\n]*)/gm),
  ].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
    what: 'marks of a stream',
    mark: '',
  }));
  const lines = source.text.match(/^[^\r\n]*\S/gm)?.length ?? 0;
  return cuts.length >= 0.6 * lines ? cutOut(source, cuts) : source;
}
