import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../../lib/start-error.ts';
import { apiDocs } from '../docs/api-docs.ts';
import { runProgram } from './run-program.ts';

/** Writes the generated documents of the console's API into the project's folder. */
async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new StartError('Usage: npm run docs:api');
  for (const [file, text] of Object.entries(apiDocs())) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(file);
  }
  return 0;
}

await runProgram(run);
