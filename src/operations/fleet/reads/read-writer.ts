import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { HISTORY_FROM_MS, KEPT_OF, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { DAY_MS, instantMs } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { quietOffboarded } from '../offboarding/offboarded.ts';
import { noteSame, renewPictures } from '../picture/renew-pictures.ts';
import { enrol, holdRecord, isOutdated, ranksOf } from './mark-read.ts';
import { NEVER_MS, nextDue, nextTry } from './next-due.ts';
import type { Told } from './resources.ts';
import { hashOf, storePart, storeTold } from './store-told.ts';
import { RANK } from './rank.ts';

const HOUR_MS = 3_600_000;
/** Ends of reads are stored together, after this long or when there are so many. */
const FLUSH_MS = 100;
const FLUSH_AT = 100;
/** Approximate rows per transaction: a page needs dozens of statements, and each waits for its end. */
const ROWS_MAX = 150;
/** With this many unstored rows, reading pauses: all of them are in memory. */
const BEHIND_ROWS = 2000;

/**
 * How a read ended: its data, or the failure and how long the Service wants to be left alone. Both if items of a
 * list could not be used: the others are stored, and the read counts as failed.
 */
export interface ReadEnd {
  record: FleetReadRow;
  resource: ReadResource;
  /** When it was requested, in milliseconds since the epoch. */
  askedAt: number;
  result: { told: Told; message: null } | { told: Told | null; message: string; waitMs: number };
}

/** Stores the ends of reads, many in one transaction. */
export interface ReadWriter {
  add(end: ReadEnd): void;
  /** Whether so much is unstored that nothing more should be read. */
  isBehind(): boolean;
  countRequest(resource: ReadResource): void;
  /** Resolves when everything added so far is stored. */
  flush(): Promise<void>;
}

/** Dependencies of the writer. */
export interface ReadWriterParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'after'>;
  policy: FleetPolicy | null;
  /** Called with reads that were stored, or could not be, and whether they changed what is stored. */
  onStored(ends: readonly ReadEnd[], error: unknown, isChanged: boolean): void;
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS);

const rowsOf = ({ result }: ReadEnd) =>
  result.told !== null && 'rows' in result.told ? result.told.rows.length : 1;

function newestComputed(told: Told): number | null {
  if (told.resource !== 'sessions') return null;
  const all = told.rows.flatMap(({ row }) => instantMs(row.created) ?? []);
  return all.length === 0 ? null : all.reduce((a, b) => Math.max(a, b));
}

/** Creates the writer. */
export function createReadWriter(parts: ReadWriterParts): ReadWriter {
  const { db, clock, policy } = parts;
  let waiting: ReadEnd[] = [];
  let requests = new Map<ReadResource, number>();
  let writing: Promise<void> = Promise.resolve();
  let cancel: (() => void) | null = null;
  const underWay = new Set<Promise<void>>();
  /** Number of rows that are not stored yet. */
  let held = 0;

  const storeRequests = async (trx: Kysely<Store>, counts: ReadonlyMap<ReadResource, number>) => {
    const hourAt = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    for (const [resource, count] of counts) {
      await trx
        .insertInto('fleet_requests')
        .values({ hour_at: hourAt, resource, count })
        .onConflict((conflict) =>
          conflict
            .columns(['hour_at', 'resource'])
            .doUpdateSet((row) => ({ count: row('fleet_requests.count', '+', count) })),
        )
        .execute();
    }
  };

  /** Stores since when the sessions of an Entity are known; older ones are history. */
  const storeKnownFrom = async (trx: Kysely<Store>, entityId: string, from: number) => {
    const known = await trx
      .selectFrom('fleet_reads')
      .where('entity_id', '=', entityId)
      .where('resource', '=', 'sessions')
      .select('known_from')
      .executeTakeFirst();
    const earliest = Math.min(known?.known_from ?? from, from);
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', '=', entityId)
      .where('resource', '=', 'sessions')
      .set({ known_from: earliest })
      .execute();
    return earliest;
  };

  /** Stores nothing of it; it is read again if it is due. @param change the due time, if different */
  const discard = async (
    trx: Kysely<Store>,
    { record, resource }: ReadEnd,
    change: { due_at?: number },
  ) => {
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', '=', record.entity_id)
      .where('resource', '=', resource)
      .set({ claimed_until: 0, ...change })
      .execute();
  };

  /** @param storedHash of the stored data: an operator's read may have stored something since the claim */
  const afterSuccess = async (
    trx: Kysely<Store>,
    end: ReadEnd,
    told: Told,
    storedHash: string | null,
  ) => {
    const { record, resource } = end;
    const now = clock.now();
    const { entity_id: entityId } = record;
    const hash = hashOf(told);
    // The same sessions over a longer span show that others are no longer listed.
    const spanDiffers = told.resource === 'history' || ('isWide' in told && told.isWide);
    const isNew = hash !== storedHash || spanDiffers;
    const isAllStored =
      !isNew || (await storeTold(trx, entityId, told, { askedAt: end.askedAt, now }));
    let due_at = nextDue(policy, resource, now, newestComputed(told));
    let rank: number = RANK.policy;
    if (told.resource === 'sessions' || told.resource === 'history') {
      const isHistoryRead = ranksOf(policy).includes(RANK.history);
      if (resource === 'sessions' && isHistoryRead) await enrol(trx, [entityId], ['history'], now);
      const earliest = await storeKnownFrom(trx, entityId, told.span.from);
      if (resource === 'history') {
        rank = RANK.history;
        due_at = earliest <= HISTORY_FROM_MS || !isHistoryRead ? NEVER_MS : now;
      }
    }
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', '=', entityId)
      .where('resource', '=', resource)
      .set({
        rank,
        due_at,
        claimed_until: 0,
        read_at: now,
        tried_at: now,
        tries: 0,
        message: null,
        partial: null,
        asked_from: null,
        hash: isAllStored ? hash : null,
        asked_at: end.askedAt,
        ...('isWide' in told && told.isWide ? { wide_at: now } : {}),
      })
      .execute();
    // A day without new sessions is complete from now on, which is a change too.
    const isNewDay = told.resource === 'sessions' && dayOf(record.read_at ?? 0) !== dayOf(now);
    return isNew || isNewDay || record.message !== null;
  };

  const afterFailure = async (
    trx: Kysely<Store>,
    end: ReadEnd,
    message: string,
    waitMs: number,
  ) => {
    const { record, resource } = end;
    const now = clock.now();
    const tries = record.tries + 1;
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', '=', record.entity_id)
      .where('resource', '=', resource)
      .set({
        rank: resource === 'history' ? RANK.history : RANK.policy,
        due_at:
          policy === null
            ? NEVER_MS
            : Math.max(nextTry(policy, resource, tries, now), now + waitMs),
        claimed_until: 0,
        tried_at: now,
        tries,
        message,
        // Only a part is stored: the next whole list must be stored even if it equals the last one.
        ...(end.result.told === null
          ? { partial: null }
          : { partial: 1, hash: null, asked_at: end.askedAt }),
      })
      .execute();
    return true;
  };

  const commit = (
    ends: readonly ReadEnd[],
    counts: ReadonlyMap<ReadResource, number>,
    onWritten: () => void,
  ) =>
    db.transaction().execute(async (trx) => {
      const pictured = new Set<string>();
      const same = new Map<ReadResource, string[]>();
      let isAnyChanged = false;
      const failed: string[] = [];
      for (const end of ends) {
        const { result, askedAt } = end;
        const { entity_id: id } = end.record;
        const stored = await holdRecord(trx, id, end.resource);
        const changedAt = stored?.changed_at ?? -Infinity;
        if (askedAt < changedAt) {
          // Due after the change, which the answer may predate.
          await discard(trx, end, { due_at: changedAt });
          continue;
        }
        if (isOutdated(stored, end.resource, askedAt)) {
          await discard(trx, end, {});
          continue;
        }
        if (result.message !== null && result.told !== null) {
          await storePart(trx, id, result.told, { askedAt, now: clock.now() });
        }
        const isChanged =
          result.message === null
            ? await afterSuccess(trx, end, result.told, stored?.hash ?? null)
            : await afterFailure(trx, end, result.message, result.waitMs);
        if (result.message !== null) failed.push(id);
        if (KEPT_OF[end.resource] === 'entity') {
          if (isChanged) pictured.add(id);
          else same.set(end.resource, [...(same.get(end.resource) ?? []), id]);
        }
        isAnyChanged ||= isChanged;
        await turn();
      }
      await storeRequests(trx, counts);
      await quietOffboarded(trx, failed);
      await noteSame(trx, same, pictured, clock.now());
      await renewPictures(trx, pictured, clock.now());
      onWritten();
      return isAnyChanged;
    });

  /** Resolves when the next ones may be written, even if these are not on the disk yet. */
  const store = (ends: readonly ReadEnd[], counts: ReadonlyMap<ReadResource, number>) =>
    new Promise<void>((resolve) => {
      const finish = async () => {
        let failed: unknown = null;
        let isChanged = false;
        try {
          isChanged = await commit(ends, counts, resolve);
        } catch (error) {
          failed = error;
        }
        for (const end of ends) held -= rowsOf(end);
        parts.onStored(ends, failed, isChanged);
        resolve();
      };
      const storing = finish().finally(() => underWay.delete(storing));
      underWay.add(storing);
    });

  const take = (): ReadEnd[] => {
    let rows = 0;
    const count = waiting.findIndex((end) => (rows += rowsOf(end)) > ROWS_MAX);
    return waiting.splice(0, count === -1 ? waiting.length : Math.max(count, 1));
  };

  const writeOut = async () => {
    do {
      const ends = take();
      const counts = requests;
      requests = new Map();
      if (ends.length === 0 && counts.size === 0) return;
      await store(ends, counts);
    } while (waiting.length > 0);
  };

  const flush = async (): Promise<void> => {
    cancel?.();
    cancel = null;
    const before = writing;
    writing = (async () => {
      await before;
      await writeOut();
    })();
    await writing;
    await Promise.all(underWay);
  };

  return {
    add(end) {
      waiting.push(end);
      held += rowsOf(end);
      if (waiting.length >= FLUSH_AT) void flush();
      else cancel ??= clock.after(FLUSH_MS, () => void flush());
    },
    isBehind: () => held > BEHIND_ROWS,
    countRequest(resource) {
      requests.set(resource, (requests.get(resource) ?? 0) + 1);
    },
    flush,
  };
}
