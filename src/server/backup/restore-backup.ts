import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { isDemoOperator } from '../../access/demo-operators.ts';
import { listOperators } from '../../access/operators.ts';
import { breakMessage } from '../../domain/audit-messages.ts';
import { messageOf } from '../../lib/message-of.ts';
import { openReadOnly } from '../../store/dialect/sqlite.ts';
import { faultsOf } from '../../store/dialect/sqlite-copy.ts';
import { StartError } from '../../lib/start-error.ts';
import { NOBODY_ASKED, appendAudit } from '../../operations/audit/chain.ts';
import { verifyChain } from '../../operations/audit/verify.ts';
import { OWN_FILES, lockDataDir } from '../../store/data-lock.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/schema/schema.ts';
import { checkedNames } from './checksums.ts';
import { TAKEN_AT } from './take.ts';

/** The result of restoring a backup. */
interface Restored {
  takenAt: string;
  /** Rows of the audit log that were verified. */
  auditRows: number;
  /** Where the previous files are now, or null if there were none. */
  aside: string | null;
  /** Who can sign in again, by name and role: operators who were disabled after the backup among them. */
  canSignIn: string[];
}

interface RestoreParts {
  dataDir: string;
  /** The folder that `takeBackup` made. */
  backup: string;
  /** Whether a backup with a broken audit chain is restored anyway. */
  brokenChain: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Whether a file of a data folder is part of a backup; the lock is not. */
function isOurs(name: string): boolean {
  return OWN_FILES.test(name) && !name.startsWith('console.lock');
}

/** Verifies the copied files; returns the number of rows in the audit log. */
async function checkFiles(folder: string, names: readonly string[], brokenChain: boolean) {
  const foreign = names.find((name) => !isOurs(name));
  if (foreign !== undefined || !names.includes('console.db')) {
    throw new StartError(`The backup does not hold the files of a console (${foreign ?? 'none'}).`);
  }
  for (const name of names.filter((each) => each.endsWith('.db'))) {
    const [fault] = faultsOf(path.join(folder, name));
    if (fault !== undefined) throw new StartError(`${name} in the backup is damaged: ${fault}`);
  }
  const db = openReadOnly<Store>(path.join(folder, 'console.db'));
  try {
    const chain = await verifyChain(db);
    const wrong = chain.breaks.map(breakMessage);
    if (wrong.length > 0 && !brokenChain) {
      throw new StartError(
        [
          'The audit chain in the backup is broken:',
          ...wrong,
          'Nothing was restored. To restore it anyway, add --broken-chain after the folder.',
        ].join('\n'),
      );
    }
    return chain.rows;
  } finally {
    await db.destroy();
  }
}

/**
 * Migrates the schema, and ends what must not continue: sessions and codes, which may have ended since, and
 * running changes, which would be resent to devices whose settings may have changed.
 * @returns who can sign in
 */
async function settle(file: string, takenAt: string, now: number): Promise<string[]> {
  const db = await openStore(file);
  try {
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('sessions').execute();
      await trx.deleteFrom('one_time_codes').execute();
      await trx.deleteFrom('api_tokens').execute();
      // What waited may have been approved and sent since: it is asked for again.
      const over = { expires_at: now };
      await trx.updateTable('approvals').set(over).where('state', '=', 'waiting').execute();
      const stopped = { state: 'stopped' };
      await trx.updateTable('jobs').set(stopped).where('state', '=', 'running').execute();
      const event = { action: 'restored', outcome: 'done', body: { takenAt } } as const;
      await appendAudit(trx, [{ ...NOBODY_ASKED, ...event }], now);
    });
    return (await listOperators(db))
      .filter(({ id, state }) => state === 'active' && !isDemoOperator(id))
      .map(({ name, role }) => `${name} (${role})`);
  } finally {
    await db.destroy();
  }
}

/** Moves the files of a data folder into a subfolder. */
function moveAside(dataDir: string, now: number): string | null {
  const names = readdirSync(dataDir).filter(isOurs);
  if (names.length === 0) return null;
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const aside = path.join(dataDir, `before-restore-${stamp}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of names) renameSync(path.join(dataDir, name), path.join(aside, name));
  return aside;
}

/**
 * Restores a backup into a data folder. The existing files are moved aside; if the backup is
 * damaged, or of a newer version, nothing is changed.
 * @throws StartError with a message, also while a console runs on the folder
 */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const { dataDir, backup, now } = parts;
  const unlock = lockDataDir(dataDir);
  let folder = null;
  try {
    const names = checkedNames(backup).filter((name) => name !== TAKEN_AT);
    const takenAt = readFileSync(path.join(backup, TAKEN_AT), 'utf8');
    const copies = mkdtempSync(path.join(dataDir, 'restoring-'));
    folder = copies;
    for (const name of names) copyFileSync(path.join(backup, name), path.join(copies, name));
    const auditRows = await checkFiles(copies, names, parts.brokenChain);
    const canSignIn = await settle(path.join(copies, 'console.db'), takenAt, now);
    const aside = moveAside(dataDir, now);
    for (const name of readdirSync(copies)) {
      renameSync(path.join(copies, name), path.join(dataDir, name));
    }
    return { takenAt, auditRows, aside, canSignIn };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${backup} cannot be restored: ${messageOf(error)}`);
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
    unlock();
  }
}
