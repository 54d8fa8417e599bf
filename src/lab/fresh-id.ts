/**
 * A name that nothing else has: 128 random bits in hexadecimal. `crypto.randomUUID` is there over https alone, and a class
 * opens the page over plain http.
 */
export const freshId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
