// @ts-check
/** An error whose text is all that the user needs: commands print it and end with exit code 1. */
export class Stop extends Error {}

/** Runs a command to its exit code: a Stop is one line, anything else a stack trace. @param {() => Promise<void>} main */
export async function toExitCode(main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    process.exitCode = 1;
  }
}
