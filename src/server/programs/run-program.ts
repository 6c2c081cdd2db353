import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';
import { storeCode } from '../../store/store-failure.ts';

/**
 * Runs a command to its end. A failure is one line on standard error and exit code 1.
 * @param run gets the arguments of the command line; returns the exit code
 */
export async function runProgram(run: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    const isLost = storeCode(error) !== null;
    if (!(error instanceof StartError) && !isLost) throw error;
    console.error(isLost ? `The database cannot be used: ${messageOf(error)}` : messageOf(error));
    process.exitCode = 1;
  }
}
