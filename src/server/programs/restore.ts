import { StartError } from '../../lib/start-error.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { dataDirOf, requireOwnFile } from '../config.ts';
import { runProgram } from './run-program.ts';

/** Restores a backup into DATA_DIR; no console may run on it. */
async function run(args: readonly string[]): Promise<number> {
  const [backup, option] = args;
  if (
    backup === undefined ||
    args.length > 2 ||
    (option !== undefined && option !== '--broken-chain')
  ) {
    throw new StartError('Usage: npm run restore -- FOLDER [--broken-chain]');
  }
  requireOwnFile(process.env, 'pg_restore');
  const dataDir = dataDirOf(process.env);
  const restored = await restoreBackup({
    dataDir,
    backup,
    brokenChain: option !== undefined,
    now: Date.now(),
  });
  console.log(
    `${dataDir} holds the backup of ${restored.takenAt}; ${restored.auditRows} rows of the audit log were checked.`,
  );
  if (restored.aside !== null) console.log(`The previous files are in ${restored.aside}.`);
  console.log('All sessions have ended, and running changes were stopped; resume them by hand.');
  if (restored.canSignIn.length > 0) {
    console.log(
      `These operators can sign in, also if they were disabled after the backup: ${restored.canSignIn.join(', ')}.`,
    );
    console.log('On Settings, Operators, disable who should not.');
  }
  return 0;
}

await runProgram(run);
