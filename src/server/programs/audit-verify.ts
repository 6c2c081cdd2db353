import { breakMessage, chainMessage } from '../../domain/audit-messages.ts';
import { openStoreReader } from '../../store/open-store.ts';
import { StartError } from '../../lib/start-error.ts';
import { verifyChain } from '../../operations/audit/verify.ts';
import { storeAddressOf } from '../config.ts';
import { runProgram } from './run-program.ts';

/**
 * Checks the chain of the audit log and prints every break; the console may be running.
 * @param args none, or a head of the log as a line of the console's log tells it: its number and hash
 */
async function run(args: readonly string[]): Promise<number> {
  const [sequence = '1', hash] = args;
  if (![0, 2].includes(args.length) || !/^[1-9]\d{0,15}$/.test(sequence)) {
    throw new StartError('Usage: npm run audit:verify [-- NUMBER HASH]');
  }
  const db = openStoreReader(storeAddressOf(process.env));
  try {
    const { rows, breaks, head, since } = await verifyChain(db);
    for (const each of breaks) console.log(breakMessage(each));
    const message = chainMessage({ rows, breaks, breaksTotal: breaks.length, since });
    console.log(breaks.length === 0 ? `The chain holds. ${message}` : 'The chain is broken.');
    if (head !== null) console.log(`The last row is ${head.sequence}, ${head.hash}.`);
    const told = await db
      .selectFrom('audit_log')
      .where('sequence', '=', Number(sequence))
      .select('hash')
      .executeTakeFirst();
    const isOther = hash !== undefined && told?.hash !== hash;
    if (isOther) console.log(`Row ${sequence} is missing or not the one of this hash.`);
    return breaks.length === 0 && !isOther ? 0 : 1;
  } finally {
    await db.destroy();
  }
}

await runProgram(run);
