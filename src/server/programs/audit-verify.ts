import path from 'node:path';
import { anchorMessage, breakMessage, chainMessage } from '../../domain/audit-messages.ts';
import { isoInstant } from '../../domain/instant.ts';
import { openReadOnly } from '../../store/dialect/sqlite.ts';
import { StartError } from '../../lib/start-error.ts';
import { anchorFile, readAnchors } from '../../operations/audit/anchor-file.ts';
import { verifyChain } from '../../operations/audit/verify.ts';
import { dataDirOf } from '../config.ts';
import type { Store } from '../../store/schema/schema.ts';
import { runProgram } from './run-program.ts';

/** Checks the chain of the audit log and prints every break; the console may be running. */
async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new StartError('Usage: npm run audit:verify');
  const dataDir = dataDirOf(process.env);
  const { anchors, problems } = await readAnchors(anchorFile(dataDir));
  const db = openReadOnly<Store>(path.join(dataDir, 'console.db'));
  try {
    const found = await verifyChain(db, anchors);
    for (const { sequence, at, operatorName, reason, breaks } of found.acceptances) {
      const who = operatorName ?? 'an operator without a name';
      console.log(
        `Row ${sequence}: ${who} re-anchored the chain on ${isoInstant(at)} (${reason}). Accepted:`,
      );
      for (const each of breaks) console.log(`  ${breakMessage(each, 'UTC')}`);
    }
    for (const problem of problems) console.log(anchorMessage(problem));
    for (const each of found.breaks) console.log(breakMessage(each, 'UTC'));
    const message = chainMessage({ ...found, breaksTotal: found.breaks.length }, 'UTC');
    console.log(found.holds ? `The chain holds. ${message}` : 'The chain is broken.');
    const last = anchors.at(-1);
    console.log(
      last === undefined
        ? 'There is no anchor: a cut tail cannot be detected.'
        : `The last of ${anchors.length} anchors is row ${last.sequence}, ${last.hash}, on ${last.at}.`,
    );
    return found.holds && problems.length === 0 ? 0 : 1;
  } finally {
    await db.destroy();
  }
}

await runProgram(run);
