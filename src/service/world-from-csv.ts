import { readFileSync, writeFileSync } from 'node:fs';
import { decodeText } from '../lib/decode-text.ts';
import { messageOf } from '../lib/message-of.ts';
import { CsvFault, convertSessionsCsv } from './worlds/csv.ts';

/** Converts a table of charge sessions into a world file: `IN.csv OUT.json`. */
function run(args: readonly string[]): string {
  const [from, to] = args;
  if (from === undefined || to === undefined || args.length > 2) {
    throw new Error('Usage: npm run world:from-csv -- IN.csv OUT.json');
  }
  const decoded = decodeText(readFileSync(from));
  if ('problem' in decoded) throw new Error(`${from}: ${decoded.problem}`);
  try {
    const world = convertSessionsCsv(decoded.text);
    writeFileSync(to, `${JSON.stringify(world)}\n`);
    return `${to}: ${world.chargeSessions.length} sessions of ${world.entities.length} charge points. Load it with SERVICE_WORLD=${to}`;
  } catch (error) {
    if (error instanceof CsvFault) throw new Error(`${from}: ${error.message}`, { cause: error });
    throw error;
  }
}

try {
  console.log(run(process.argv.slice(2)));
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
