import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../../lib/start-error.ts';
import { dataDirOf } from '../config.ts';
import { makeResetCode } from '../../bff/session/password-reset-code.ts';
import { openStore } from '../../store/open-store.ts';
import { recordReset } from '../../operations/audit/sign-ins.ts';
import { runProgram } from './run-program.ts';

/** Prints a one-time code for setting a new password; the console may be running. */
async function run(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (args.length > 1) throw new StartError('Usage: npm run password:reset [-- NAME]');
  const file = path.join(dataDirOf(process.env), 'console.db');
  if (!existsSync(file)) throw new StartError(`There is no database ${file}.`);
  const db = await openStore(file);
  try {
    const { code, operatorName } = await makeResetCode(db, name ?? null, Date.now(), recordReset);
    console.log(
      `One-time code for ${operatorName}, valid for one hour: ${code}\nEnter it on the sign-in page under "Use a one-time code". It sets a new password and ends all sessions of ${operatorName}.`,
    );
    return 0;
  } finally {
    await db.destroy();
  }
}

await runProgram(run);
