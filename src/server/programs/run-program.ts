import { StartError } from '../../lib/start-error.ts';

/**
 * Runs a command to its end. A failure is one line on standard error and exit code 1.
 * @param run gets the arguments of the command line; returns the exit code
 */
export async function runProgram(run: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
