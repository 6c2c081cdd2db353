import { messageOf } from '../lib/message-of.ts';
import { StartError } from '../lib/start-error.ts';
import { cannotWrite, storeCode } from '../store/store-failure.ts';
import type { ConsoleConfig } from './config.ts';

/** What undoes each step of a start. */
export type Steps = (() => unknown)[];

/** Undoes the steps of a start, in reverse order. */
export async function undo(steps: Steps): Promise<void> {
  for (const step of steps.toReversed()) await step();
}

/** Runs a step of a stop whose failure matters no more. */
export async function quietly(step: () => unknown): Promise<void> {
  try {
    await step();
  } catch {
    // The process ends.
  }
}

/** Turns an unusable store into one line; any other error is unchanged. */
export function inPlainWords(error: unknown, { dataDir, databaseUrl }: ConsoleConfig): unknown {
  const code = storeCode(error);
  if (code === null) return error;
  if (databaseUrl !== null) {
    return new StartError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}`);
  }
  return new StartError(
    cannotWrite(code)
      ? `The data folder ${dataDir} cannot be written: the disk is full or read-only. Free some space and start again.`
      : `The store in ${dataDir} cannot be used: ${messageOf(error)}`,
  );
}
