import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { ReadResource } from '../../../contract/console/choices.ts';
import type { Changed } from '../../../contract/console/live.ts';
import { KEPT_OF, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { noteSame, renewPictures } from '../picture/renew-pictures.ts';
import { putAnswer, putDoubt, putRefusal, type FleetAnswer } from './put-answer.ts';
import { putRead, type ReadEnd } from './put-read.ts';
import type { Stored, Told } from './told-rows.ts';

const HOUR_MS = 3_600_000;
/** Ends of background reads are stored together, after this long or when there are so many. */
const GATHER_MS = 100;
const GATHERED = 100;
/** Approximate rows per transaction: a page needs dozens of statements, and each waits for its end. */
const ROWS_MAX = 150;
/** With this many unstored rows, reading pauses: all of them are in memory. */
const BEHIND_ROWS = 2000;

/** The one writer of what the Service says: everything that waits is stored in one transaction. */
export interface FleetWriter {
  /** Stores an answer to an operator or a job; resolves when it is on the disk. */
  put(answer: FleetAnswer): Promise<void>;
  /** A change got no answer: it may have happened, which the next read shows. */
  doubt(owner: string, resource: ReadResource): Promise<void>;
  /** The Service refused a read of an operator: it counts as failed, and is tried again soon. */
  refuse(owner: string, resource: ReadResource, message: string): Promise<void>;
  /** Stores how a background read ended; rejects if it could not be stored. */
  putRead(end: ReadEnd): Promise<void>;
  /** Whether so much is unstored that nothing more should be read. */
  isBehind(): boolean;
  countRequest(resource: ReadResource): void;
  /** Resolves when everything added so far is stored. */
  flush(): Promise<void>;
}

interface Waiting {
  /** About how many. */
  rows: number;
  /** Somebody waits for it: it goes first. */
  isUrgent: boolean;
  work(trx: Kysely<Store>, now: number): Promise<Stored>;
  stored(): void;
  failed(error: unknown): void;
}

const rowsOf = (told: Told | null) => (told !== null && 'rows' in told ? told.rows.length : 1);

async function storeRequests(
  trx: Kysely<Store>,
  counts: ReadonlyMap<ReadResource, number>,
  now: number,
): Promise<void> {
  const hourAt = Math.floor(now / HOUR_MS) * HOUR_MS;
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
}

/** Brings the pictures of Entities up to date with what was stored of them. */
async function renewOf(trx: Kysely<Store>, all: readonly Stored[], now: number): Promise<void> {
  const ofEntities = all.filter(({ resource }) => KEPT_OF[resource] === 'entity');
  const same = new Map<ReadResource, string[]>();
  const news: string[] = [];
  for (const { owner, resource, brought } of ofEntities) {
    if (brought === 'news') news.push(owner);
    if (brought === 'same') same.set(resource, [...(same.get(resource) ?? []), owner]);
  }
  await noteSame(trx, same, news, now);
  await renewPictures(trx, news, now);
}

/**
 * Runs each work in a savepoint of its own, so that one that fails does not affect the others.
 * @returns what was stored, and the errors of works that were undone
 */
async function attemptEach(
  trx: Kysely<Store>,
  works: readonly Waiting[],
  clock: Pick<Clock, 'now'>,
) {
  const stored: Stored[] = [];
  const undone = new Map<Waiting, unknown>();
  for (const each of works) {
    await sql`savepoint put`.execute(trx);
    try {
      stored.push(await each.work(trx, clock.now()));
    } catch (error) {
      // A full disk has ended the transaction: then all of it fails, and for this reason.
      await sql`rollback to put`.execute(trx).catch(() => Promise.reject(error));
      undone.set(each, error);
    }
    await sql`release put`.execute(trx);
    await turn();
  }
  return { stored, undone };
}

/**
 * Creates the writer.
 * @param parts.onStored called after something was stored that pages show
 */
export function createFleetWriter(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'after'>;
  policy: FleetPolicy | null;
  onStored(changed: Changed): void;
}): FleetWriter {
  const { db, clock, policy } = parts;
  const waiting: Waiting[] = [];
  let requests = new Map<ReadResource, number>();
  let held = 0;
  let cancel: (() => void) | null = null;
  let writing: Promise<void> | null = null;
  const underWay = new Set<Promise<void>>();

  const commit = async (works: readonly Waiting[], written: () => void) => {
    const counts = requests;
    requests = new Map();
    const { stored, undone } = await db.transaction().execute(async (trx) => {
      const attempted = await attemptEach(trx, works, clock);
      await storeRequests(trx, counts, clock.now());
      await renewOf(trx, attempted.stored, clock.now());
      written();
      return attempted;
    });
    for (const each of works) {
      if (undone.has(each)) each.failed(undone.get(each));
      else each.stored();
    }
    const news = stored.filter(({ brought }) => brought === 'news');
    if (news.length > 0) {
      parts.onStored(Object.assign({ fleet: null }, ...news.map(({ changed }) => changed)));
    }
  };

  /** Resolves when the next ones may be written, even if these are not on the disk yet. */
  const storePart = (works: readonly Waiting[]) =>
    new Promise<void>((resolve) => {
      const storing = commit(works, resolve)
        .catch((error: unknown) => {
          for (const each of works) each.failed(error);
        })
        .finally(() => {
          for (const { rows } of works) held -= rows;
          underWay.delete(storing);
          resolve();
        });
      underWay.add(storing);
    });

  const take = (most: number): Waiting[] => {
    let rows = 0;
    const count = waiting.findIndex((each) => (rows += each.rows) > ROWS_MAX);
    return waiting.splice(0, Math.min(most, count === -1 ? most : Math.max(count, 1)));
  };

  const writeOut = async () => {
    // The answers to operators go first.
    await turn();
    let most = waiting.length;
    while (most > 0 || waiting.some(({ isUrgent }) => isUrgent)) {
      if (most <= 0) most = waiting.length;
      const works = take(most);
      most -= works.length;
      await storePart(works);
    }
    if (waiting.length === 0 && requests.size > 0) await storePart([]);
    writing = null;
    if (waiting.length > 0) gather();
  };

  const write = () => {
    cancel?.();
    cancel = null;
    writing ??= writeOut();
  };
  const gather = () => {
    if (waiting.length >= GATHERED) write();
    else cancel ??= clock.after(GATHER_MS, write);
  };

  const add = (rows: number, isUrgent: boolean, work: Waiting['work']) =>
    new Promise<void>((stored, failed) => {
      const added = { rows, isUrgent, work, stored, failed };
      const at = isUrgent ? waiting.findIndex((each) => !each.isUrgent) : -1;
      waiting.splice(at === -1 ? waiting.length : at, 0, added);
      held += rows;
      if (isUrgent) write();
      else gather();
    });

  return {
    put: (answer) =>
      add(rowsOf(answer.told), true, (trx, now) => putAnswer(trx, policy, answer, now)),
    doubt: (owner, resource) => add(1, true, (trx, now) => putDoubt(trx, owner, resource, now)),
    refuse: (owner, resource, message) =>
      add(1, true, (trx, now) => putRefusal(trx, policy, { owner, resource, message }, now)),
    putRead: (end) =>
      add(rowsOf(end.result.told), false, (trx, now) => putRead(trx, policy, end, now)),
    isBehind: () => held > BEHIND_ROWS,
    countRequest(resource) {
      requests.set(resource, (requests.get(resource) ?? 0) + 1);
    },
    async flush() {
      do {
        write();
        await writing;
        await Promise.all(underWay);
      } while (waiting.length > 0);
    },
  };
}
