import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { DAY_MS, isoInstant } from '../../domain/instant.ts';
import type { Retention } from '../../contract/console/about.ts';
import type { Clock } from '../../lib/clock.ts';
import { createWorkLoop, type WorkLoop } from '../../lib/work-loop.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { Audit } from '../audit/audit.ts';
import { NOBODY_ASKED, type AuditEntry } from '../audit/chain.ts';
import { keepCut, lastToCut, removeCut } from './cut-audit.ts';
import { isAnyOfOthers, oldDispatches, removeDispatch, removeOthers } from './remove-commands.ts';
import { removeSessions, withOldSessions } from './remove-sessions.ts';

/** Entities, or rows, that are looked at together. */
const TOGETHER = 100;
/** The first look is some time after the start, when all else has begun. */
const FIRST_MS = 60_000;
/** Between parts, so that pages go first. */
const pause = () => wait(5);

interface RetentionParts {
  db: Kysely<Store>;
  audit: Pick<Audit, 'record'>;
  clock: Pick<Clock, 'now'>;
  retention: Retention;
  /** Whether to end early; what is left goes the next day. */
  isStopped: () => boolean;
}

/** How many of each went. */
type Removed = Record<
  'readings' | 'charge sessions' | 'dispatches' | 'Commands of other systems' | 'audit rows',
  number
>;

async function removeReadings({ db, isStopped }: RetentionParts, before: number) {
  let removed = 0;
  while (!isStopped()) {
    const hours = await db
      .selectFrom('fleet_requests')
      .where('hour_at', '<', before)
      .select('hour_at')
      .distinct()
      .limit(TOGETHER)
      .execute();
    const versions = await db
      .selectFrom('fleet_sessions')
      .where('current', '=', 0)
      .where('start_ms', '<', before)
      .where('seen_at', '<', before)
      .select(['entity_id', 'id', 'version'])
      .limit(TOGETHER)
      .execute();
    if (hours.length + versions.length === 0) break;
    await db.transaction().execute(async (trx) => {
      const asked = hours.map(({ hour_at: hour }) => hour);
      if (asked.length > 0) {
        await trx.deleteFrom('fleet_requests').where('hour_at', 'in', asked).execute();
      }
      for (const { entity_id: entity, id, version } of versions) {
        await trx
          .deleteFrom('fleet_sessions')
          .where('entity_id', '=', entity)
          .where('id', '=', id)
          .where('version', '=', version)
          .execute();
      }
    });
    removed += hours.length + versions.length;
    await pause();
  }
  return removed;
}

async function removeOldSessions({ db, clock, isStopped }: RetentionParts, before: number) {
  let removed = 0;
  while (!isStopped()) {
    const ids = await withOldSessions(db, before);
    if (ids.length === 0) break;
    for (const id of ids) {
      removed += await db
        .transaction()
        .execute((trx) => removeSessions(trx, id, before, clock.now()));
      await pause();
    }
  }
  return removed;
}

async function removeOldDispatches({ db, clock, isStopped }: RetentionParts, before: number) {
  let removed = 0;
  while (!isStopped()) {
    const found = await oldDispatches(db, before).limit(TOGETHER).execute();
    if (found.length === 0) break;
    for (const { id } of found) {
      if (isStopped()) return removed;
      await removeDispatch(db, id, clock.now(), pause);
      removed += 1;
    }
  }
  return removed;
}

async function removeOtherCommands({ db, clock, isStopped }: RetentionParts, before: number) {
  let [removed, after] = [0, ''];
  while (!isStopped()) {
    const found = await db
      .selectFrom('entities')
      .where('id', '>', after)
      .orderBy('id')
      .limit(TOGETHER)
      .select('id')
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) break;
    const part = await removeOthers(db, ids, before, clock.now());
    removed += part.removed;
    if (part.isAll) after = ids.at(-1) ?? after;
    await pause();
  }
  return removed;
}

/** Whether anything is old enough to go. */
async function isAnyOld(
  { db }: RetentionParts,
  before: Readonly<Record<keyof Retention, number | null>>,
): Promise<boolean> {
  const { readings, sessions, commands, audit } = before;
  if (readings !== null) {
    const hours = db.selectFrom('fleet_requests').where('hour_at', '<', readings);
    if ((await hours.select('hour_at').executeTakeFirst()) !== undefined) return true;
  }
  if (sessions !== null && (await withOldSessions(db, sessions)).length > 0) return true;
  if (commands !== null) {
    if ((await oldDispatches(db, commands).limit(1).executeTakeFirst()) !== undefined) return true;
    if (await isAnyOfOthers(db, commands)) return true;
  }
  return audit !== null && (await lastToCut(db, audit, pause)) !== null;
}

/**
 * Removes what is older than its retention, in parts. The audit log has one act of it: begun before, with the times,
 * and done with what went; a stop in between leaves the rest for the next time.
 * @returns whether anything went
 */
export async function removeOld(parts: RetentionParts): Promise<boolean> {
  const { db, audit, clock, retention } = parts;
  const now = clock.now();
  const cutoff = (days: number | null) => (days === null ? null : now - days * DAY_MS);
  const before = {
    readings: cutoff(retention.readings),
    sessions: cutoff(retention.sessions),
    commands: cutoff(retention.commands),
    audit: cutoff(retention.audit),
  };
  if (!(await isAnyOld(parts, before))) return false;
  const named = Object.entries(before).flatMap(([what, at]) =>
    at === null ? [] : [[what, isoInstant(at)]],
  );
  // Named in the log before it is cut: a cut that no row of the log names is a break of the chain.
  const cut = before.audit === null ? null : await lastToCut(db, before.audit, pause);
  const act: AuditEntry = {
    ...NOBODY_ASKED,
    action: 'retention',
    outcome: 'begun',
    requestId: randomUUID(),
    body: { olderThan: Object.fromEntries(named), ...(cut !== null && { cut }) },
  };
  await audit.record(act);
  const removed: Partial<Removed> = {};
  if (before.readings !== null) removed.readings = await removeReadings(parts, before.readings);
  if (before.sessions !== null) {
    removed['charge sessions'] = await removeOldSessions(parts, before.sessions);
  }
  if (before.commands !== null) {
    removed.dispatches = await removeOldDispatches(parts, before.commands);
    removed['Commands of other systems'] = await removeOtherCommands(parts, before.commands);
  }
  if (before.audit !== null) {
    if (cut !== null) await keepCut(db, cut, clock.now());
    removed['audit rows'] = await removeCut(db, pause);
  }
  await audit.record({ ...act, outcome: 'done', body: { removed } });
  return Object.values(removed).some((count) => count > 0);
}

/**
 * Creates the daily job; `wake` starts it.
 * @param parts.onRemoved called after anything was removed
 */
export function createRetention(
  parts: Omit<RetentionParts, 'isStopped' | 'clock'> & {
    clock: Clock;
    onRemoved: () => void;
    onError: (error: unknown) => void;
  },
): WorkLoop {
  let isFirst = true;
  const loop = createWorkLoop({
    clock: parts.clock,
    async look() {
      if (isFirst) {
        isFirst = false;
        return FIRST_MS;
      }
      if (await removeOld({ ...parts, isStopped: () => loop.isStopped() })) parts.onRemoved();
      return DAY_MS;
    },
    holdMs: () => 0,
    errorPauseMs: DAY_MS / 24,
    onError: parts.onError,
  });
  return loop;
}
