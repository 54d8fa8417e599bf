import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** sha256 of raw bytes, 64 hex digits. */
export const sha256OfBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** sha256 of a text's UTF-8 bytes, 64 hex digits. */
export const sha256OfText = (text: string): string => sha256OfBytes(new TextEncoder().encode(text));

/** Any value JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** JSON with sorted keys and no white space: equal values give equal texts. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
