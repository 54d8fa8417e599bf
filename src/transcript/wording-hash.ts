import { canonicalJson, sha256OfText } from '../records/index.ts';
import { PRESENTATIONS, type PresentationName } from './presentations.ts';
import { PAPER_WORDING, type Wording } from './wording.ts';

/**
 * sha256 over the texts of a wording that decide what a presentation shows; null when they are the paper's forms.
 * Only a presentation without a hash may be set beside a published value.
 */
export function wordingSha256(name: PresentationName, wording: Wording): string | null {
  const { uses } = PRESENTATIONS[name];
  return uses.every((field) => wording[field] === PAPER_WORDING[field])
    ? null
    : sha256OfText(canonicalJson(Object.fromEntries(uses.map((field) => [field, wording[field]]))));
}
