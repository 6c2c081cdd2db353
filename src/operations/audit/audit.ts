import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { appendAudit, type AuditEntry } from './chain.ts';

/** Writes the audit log. */
export interface Audit {
  /** Adds rows, together or not at all. @throws if the store cannot be written */
  record(...entries: AuditEntry[]): Promise<void>;
  /**
   * Adds rows in a transaction that stores more.
   * @param write runs the transaction and calls the given function to add rows to it
   * @returns what `write` returned
   */
  recordWith<T>(write: (add: AddEntries) => Promise<T>): Promise<T>;
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

/** Adds rows to a transaction. */
type AddEntries = (trx: Transaction<Store>, entries: readonly AuditEntry[]) => Promise<void>;

/** Adds the rows of an act to a transaction. */
export type AddRows = (trx: Transaction<Store>) => Promise<void>;

/**
 * Adds the row that an act is done to the transaction that stores the act. Call it last: it locks the log.
 * @param body what the row keeps of the outcome; JSON
 */
export type AddDone = (trx: Transaction<Store>, body?: unknown) => Promise<void>;

/** For what no request asked for. */
export const unrecorded: AddDone = () => Promise.resolve();

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
  /** Called after rows were added. */
  onRow?: () => void;
}): Audit {
  const { db, clock, onError, onRow = () => {} } = parts;
  const counted = new Map<string, { entry: AuditEntry; repeats: number }>();
  const underWay = new Set<Promise<void>>();

  const recordWith: Audit['recordWith'] = async (write) => {
    const writing = write(async (trx, entries) => {
      for (const entry of entries) await appendAudit(trx, entry, clock.now());
    });
    const settled = writing
      .then(onRow)
      .catch(() => {})
      .finally(() => underWay.delete(settled));
    underWay.add(settled);
    return writing;
  };
  const record = (...entries: AuditEntry[]) =>
    recordWith((add) => db.transaction().execute((trx) => add(trx, entries)));
  const recordAside = (entry: AuditEntry) => void record(entry).catch(onError);
  const writeCounted = () => {
    for (const { entry, repeats } of counted.values()) {
      if (repeats === 0) continue;
      recordAside({ ...entry, requestId: null, body: { ...bodyObject(entry.body), repeats } });
    }
    counted.clear();
  };

  return {
    record,
    recordWith,
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
  const same = (key: keyof AuditEntry) => JSON.stringify(one[key]) === JSON.stringify(other[key]);
  return {
    ...one,
    operator: same('operator') ? one.operator : null,
    sessionHash: same('sessionHash') ? one.sessionHash : null,
    address: same('address') ? one.address : null,
    target: same('target') ? one.target : null,
    body: same('body') ? one.body : null,
  };
}

function bodyObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}
