import { fail, ok, type LabError, type Result } from '../../records/index.ts';
import { bytes } from '../parts/amounts.ts';

/** More is refused before it is read: the page would hold it several times. */
export const LARGEST_LOG = 20 * 1024 * 1024;

/** The text of a file, by its byte order mark or as UTF-8. */
export async function textOfLogFile(file: File): Promise<Result<string>> {
  if (file.size > LARGEST_LOG) return fail(tooLarge(file.size, file.name));
  try {
    const content = new Uint8Array(await file.arrayBuffer());
    const [first, second] = content;
    const encoding =
      first === 0xff && second === 0xfe
        ? 'utf-16le'
        : first === 0xfe && second === 0xff
          ? 'utf-16be'
          : 'utf-8';
    return ok(new TextDecoder(encoding).decode(content));
  } catch (thrown) {
    return fail({
      kind: 'log-file-not-read',
      happened: 'The file could not be read.',
      stillWorks: 'Everything that was here before.',
      cure: 'Choose it again; it may have been moved or changed meanwhile.',
      details: `${file.name}: ${String(thrown)}`,
    });
  }
}

/** A pasted text that is too long is refused as a file would be. */
export const checkedPaste = (pasted: string): Result<string> =>
  pasted.length > LARGEST_LOG ? fail(tooLarge(pasted.length, 'pasted text')) : ok(pasted);

export const severalFiles = (files: readonly File[]): LabError => ({
  kind: 'log-files-several',
  happened: `${files.length} files were given at once; one log is read at a time.`,
  stillWorks: 'Everything that was here before.',
  cure: 'Give the file of one run.',
  details: files
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', '),
});

const tooLarge = (size: number, name: string): LabError => ({
  kind: 'log-too-large',
  happened: `The log is ${bytes(size)} long; up to 20 MB are read.`,
  stillWorks: 'Everything that was here before.',
  cure: 'Give one run of it, or the part around the failed call.',
  details: `${name}: ${size}`,
});
