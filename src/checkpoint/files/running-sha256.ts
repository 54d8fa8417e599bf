import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Hexadecimal sha256 of bytes that come in parts; the browser's own digest wants them all at once. */
export class RunningSha256 {
  readonly #state = sha256.create();

  add(bytes: Uint8Array): void {
    this.#state.update(bytes);
  }

  hex(): string {
    return bytesToHex(this.#state.digest());
  }
}
