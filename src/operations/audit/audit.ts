import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { failure } from '../../http/problems.ts';
import type { Clock } from '../../lib/clock.ts';
import { createSharedCommit } from '../../store/shared-commit.ts';
import type { Store } from '../../store/schema/schema.ts';
import { appendAudit, type AuditEntry } from './chain.ts';

/** Collects a row that belongs to a transaction. */
type AddRow = (entry: AuditEntry) => void;

/** Writes the audit log. */
export interface Audit {
  /**
   * Runs a transaction. The collected rows are its last statement, since they lock the log.
   * @returns what `work` returned
   * @throws Failure 503 if the rows cannot be written; nothing is stored then
   */
  transaction<T>(work: (trx: Transaction<Store>, add: AddRow) => Promise<T>): Promise<T>;
  /**
   * The same for a short change that many requests make at once: on SQLite they share commits, see
   * `createSharedCommit`.
   */
  together: Audit['transaction'];
  /** Adds rows, together or not at all. @throws Failure 503 if they cannot be written */
  record(...entries: AuditEntry[]): Promise<void>;
  /**
   * Notes what strangers can cause as often as they like: the first of a kind within a minute is a row at
   * once, the others are counted into one row with what they have in common. It never throws.
   * Counts are written after a minute and at a stop; only a killed process loses them.
   * @param kind notes of the same kind are counted together
   */
  note(kind: string, entry: AuditEntry): void;
  /** Writes the counts so far, and waits for all pending rows. */
  flush(): Promise<void>;
}

/** How long repeats are counted together, in milliseconds. */
export const FOLD_MS = 60_000;
/** Different kinds within that time; further ones are counted by action. */
const MAX_KINDS = 100;

/** Creates the one writer of the audit log. */
export function createAudit(parts: {
  db: Kysely<Store>;
  clock: Clock;
  /** Called when a row that no caller waits for could not be written. */
  onError: (error: unknown) => void;
}): Audit {
  const { db, clock, onError } = parts;
  const counted = new Map<string, { entry: AuditEntry; repeats: number }>();
  const underWay = new Set<Promise<void>>();

  const append = async (trx: Transaction<Store>, entries: readonly AuditEntry[]) => {
    try {
      await appendAudit(trx, entries, clock.now());
    } catch (cause) {
      const message = 'The audit log cannot be written at the moment, so nothing was done.';
      throw failure(503, 'store_unavailable', message, { cause });
    }
  };
  const shared = createSharedCommit<Store, readonly AuditEntry[]>(db, (trx, entries) =>
    append(trx, entries.flat()),
  );
  const record: Audit['record'] = (...entries) =>
    db.transaction().execute((trx) => append(trx, entries));
  const recordAside = (entry: AuditEntry) => {
    const writing = record(entry)
      .catch(onError)
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  };
  const writeCounted = () => {
    for (const { entry, repeats } of counted.values()) {
      if (repeats === 0) continue;
      recordAside({ ...entry, requestId: null, body: { ...objectOf(entry.body), repeats } });
    }
    counted.clear();
  };

  return {
    record,
    transaction: (work) =>
      db.transaction().execute(async (trx) => {
        const rows: AuditEntry[] = [];
        const result = await work(trx, (entry) => {
          rows.push(entry);
        });
        await append(trx, rows);
        return result;
      }),
    together: (work) =>
      shared(async (trx) => {
        const last: AuditEntry[] = [];
        const result = await work(trx, (entry) => {
          last.push(entry);
        });
        return { result, last };
      }),
    note(kind, entry) {
      if (counted.size === 0) clock.after(FOLD_MS, writeCounted);
      const key = counted.has(kind) || counted.size < MAX_KINDS ? kind : `other ${entry.action}`;
      const known = counted.get(key);
      if (known !== undefined) {
        known.entry = known.repeats === 0 ? entry : inCommon(known.entry, entry);
        known.repeats += 1;
        return;
      }
      counted.set(key, { entry, repeats: 0 });
      recordAside(entry);
    },
    async flush() {
      writeCounted();
      await Promise.all(underWay);
    },
  };
}

/** What two rows have in common; differing fields become null. */
function inCommon(one: AuditEntry, other: AuditEntry): AuditEntry {
  const same = <K extends keyof AuditEntry>(key: K) =>
    isDeepStrictEqual(one[key], other[key]) ? one[key] : null;
  return {
    ...one,
    operator: same('operator'),
    sessionHash: same('sessionHash'),
    address: same('address'),
    target: same('target'),
    body: same('body'),
  };
}

/** A body that is an object; of any other, nothing. */
export function objectOf(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}
