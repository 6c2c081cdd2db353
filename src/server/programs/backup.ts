import { StartError } from '../../lib/start-error.ts';
import { takeBackup } from '../backup/take.ts';
import { dataDirOf, requireOwnFile } from '../config.ts';
import { runProgram } from './run-program.ts';

/** Writes everything in DATA_DIR into one file; the console may be running. */
async function run(args: readonly string[]): Promise<number> {
  const [file] = args;
  if (file === undefined || args.length > 1) {
    throw new StartError('Usage: npm run backup -- FILE');
  }
  requireOwnFile(process.env, 'pg_dump');
  const { names } = takeBackup(dataDirOf(process.env), file, Date.now());
  console.log(
    `${file}: ${names.join(', ')}. Only its owner can read it; protect it like a password.`,
  );
  return 0;
}

await runProgram(run);
