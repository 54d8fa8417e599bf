import type { SourceSpan } from '../formats/normal-form.ts';

/** What a stretch of a text may be. */
export type SecretKind = 'key' | 'password' | 'private-key' | 'sign-in' | 'web-token' | 'e-mail';

/** A stretch that somebody may not want to hand on. */
export interface LikelySecret extends SourceSpan {
  readonly kind: SecretKind;
  /** Enough of it to find it again, and no more. */
  readonly hint: string;
}

export interface LikelySecrets {
  /** In order; of very many only the first. */
  readonly found: readonly LikelySecret[];
  readonly count: number;
}

interface Rule {
  readonly kind: SecretKind;
  /** The first group, where there is one, is the secret. */
  readonly pattern: RegExp;
}

/**
 * Known beginnings of keys, what stands behind a name that says “secret”, and forms that nothing else has. Every
 * repetition is bounded, so that no text takes more than a few passes. A key without a known beginning or name is not
 * found: the page says so.
 */
const RULES: readonly Rule[] = [
  // Header, body and signature of a JSON web token.
  { kind: 'web-token', pattern: /(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{4,4000}\.[\w-]{8,2000}/gu },
  // Model services, code hosts, package registries, chat and mail services, clouds, payment.
  {
    kind: 'key',
    pattern:
      /\b(?:sk-[\w-]{16,200}|(?:sk|rk|pk)_(?:live|test)_\w{10,200}|gh[pousr]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,100}|xox[abeprs]-[\w-]{10,250}|xapp-[\w-]{10,250}|(?:AKIA|ASIA)[0-9A-Z]{16}\b|AIza[\w-]{30,60}|ya29\.[\w-]{20,400}|hf_\w{20,100}|gsk_\w{20,200}|npm_\w{30,60}|pypi-[\w-]{30,300}|dop_v1_\w{40,80}|SG\.[\w-]{16,40}\.[\w-]{16,80}|key-[0-9a-f]{32}\b)/gu,
  },
  // A name and a password before the host of an address.
  { kind: 'sign-in', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/:@"'<>]{1,100}:[^\s/@"'<>]{1,200})@/giu },
  {
    kind: 'sign-in',
    pattern:
      /\bAuthorization\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:Bearer|Basic|Token)\s{1,3}([\w+/=.~-]{8,2000})/giu,
  },
  { kind: 'sign-in', pattern: /\bBearer\s{1,3}([\w+/=.~-]{16,2000})/gu },
  {
    kind: 'password',
    pattern:
      /(?:api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret|secret|token|passw(?:or)?d|passwd|pwd)["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'\\]{0,4}([^\s"'\\,;&{}()<>[\]]{8,400})/giu,
  },
];

/** Numbers, and signs that stand for something blacked out. */
const IS_NO_SECRET = /^(?:[\d.:-]+|[*x.•_-]+|(?:true|false|null|none|undefined|required|optional)\b.*)$/iu;

const MOST_SHOWN = 200;

/** Looks for what may be keys, tokens, passwords and e-mail addresses. Never complete, and not every hit is one. */
export function likelySecrets(text: string): LikelySecrets {
  const ofRules = RULES.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)].flatMap((hit): LikelySecret[] => {
      const secret = hit[1] ?? hit[0];
      if (kind === 'password' && IS_NO_SECRET.test(secret)) return [];
      const start = hit.index + (hit[1] === undefined ? 0 : hit[0].lastIndexOf(hit[1]));
      return [{ kind, hint: hintOf(secret), start, end: start + secret.length }];
    }),
  );
  const hits = [...ofRules, ...privateKeys(text), ...mailAddresses(text)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const found: LikelySecret[] = [];
  let count = 0;
  let read = 0;
  for (const hit of hits) {
    // What several rules see counts once.
    if (hit.start < read) continue;
    read = hit.end;
    count += 1;
    if (found.length < MOST_SHOWN) found.push(hit);
  }
  return { found, count };
}

const KEY_BEGINS = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/gu;
const KEY_ENDS = /-----END [A-Z ]{0,30}PRIVATE KEY-----/gu;
const LONGEST_KEY = 6000;

/** From its first line to its last, which may be cut off. */
function privateKeys(text: string): readonly LikelySecret[] {
  const ends = [...text.matchAll(KEY_ENDS)].map(({ 0: line, index }) => index + line.length);
  let next = 0;
  return [...text.matchAll(KEY_BEGINS)].map(({ 0: line, index: start }) => {
    while ((ends[next] ?? Infinity) < start) next += 1;
    const end = Math.min(ends[next] ?? Infinity, start + LONGEST_KEY, text.length);
    return { kind: 'private-key', hint: line, start, end };
  });
}

const BEFORE_AT = /[\w.+-]{1,64}$/u;
const AFTER_AT = /^(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![\w-])/u;

/** Looked for around its sign: from the beginning of every word on it would take many passes. */
function mailAddresses(text: string): readonly LikelySecret[] {
  const found: LikelySecret[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const before = BEFORE_AT.exec(text.slice(Math.max(0, at - 64), at))?.[0];
    const after = AFTER_AT.exec(text.slice(at + 1, at + 360))?.[0];
    if (before === undefined || after === undefined) continue;
    const [start, end] = [at - before.length, at + 1 + after.length];
    found.push({ kind: 'e-mail', hint: text.slice(start, end), start, end });
  }
  return found;
}

function hintOf(secret: string): string {
  const shown = Math.min(6, Math.floor(secret.length / 4));
  return `${secret.slice(0, shown)}… (${secret.length} characters)`;
}
