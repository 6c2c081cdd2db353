import { StartError } from '../../lib/start-error.ts';
import { takeBackup } from '../backup/take.ts';
import { dataDirOf, requireOwnFile } from '../config.ts';
import { runProgram } from './run-program.ts';

/** Copies everything in DATA_DIR into a new folder; the console may be running. */
async function run(args: readonly string[]): Promise<number> {
  const [folder] = args;
  if (folder === undefined || args.length > 1) {
    throw new StartError('Usage: npm run backup -- FOLDER');
  }
  requireOwnFile(process.env, 'pg_dump');
  const names = takeBackup(dataDirOf(process.env), folder, Date.now());
  console.log(
    `${folder}: ${names.join(', ')}. Only its owner can read it; protect it like a password.`,
  );
  return 0;
}

await runProgram(run);
