import { existsSync } from 'node:fs';
import { StartError } from '../../lib/start-error.ts';
import { storeAddressOf } from '../config.ts';
import { hasProvider } from '../oidc-config.ts';
import { addEmergencyAdministrator, makeResetCode } from '../../access/password-reset-code.ts';
import { isPostgresUrl, openStore } from '../../store/open-store.ts';
import { recordReset } from '../../operations/audit/sign-ins.ts';
import { runProgram } from './run-program.ts';

/** Prints a one-time code for setting a new password; the console may be running. */
async function run(args: readonly string[]): Promise<number> {
  const [name] = args;
  if (args.length > 1) throw new StartError('Usage: npm run password:reset [-- NAME]');
  const address = storeAddressOf(process.env);
  if (!isPostgresUrl(address) && !existsSync(address)) {
    throw new StartError(`There is no database ${address}.`);
  }
  const db = await openStore(address);
  try {
    if (hasProvider(process.env)) await addEmergencyAdministrator(db, Date.now());
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
