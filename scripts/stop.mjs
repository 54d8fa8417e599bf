// @ts-check
/** An error whose text is all that the user needs: commands print it and end with exit code 1. */
export class Stop extends Error {}
