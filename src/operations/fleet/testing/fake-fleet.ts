import type { Kysely } from 'kysely';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { SESSIONS_BACK_MS } from '../../../domain/fleet-policy.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { RANK } from '../reads/rank.ts';
import { sessionRowOf } from '../session-row.ts';

/** What the Service says of an Entity: its sessions, or why they cannot be read. */
export type Said = readonly ChargeSession[] | string;

/** Does asked reads of sessions as the scheduler does, when a test says so. */
export interface FakeFleet {
  /** To be given to what asks for reads. */
  wake(): void;
  /** How often it was woken. */
  wakes(): number;
  /** Does the next asked reads. @returns `resource id` of each */
  readNext(most?: number): Promise<string[]>;
}

/**
 * Makes one.
 * @param said of each Entity when it is read; absent: no sessions
 * @param historyFrom since when the Service has sessions, in milliseconds
 */
export function fakeFleet(
  db: Kysely<Store>,
  clock: Pick<Clock, 'now'>,
  said: ReadonlyMap<string, Said>,
  historyFrom = -Infinity,
): FakeFleet {
  let wakes = 0;

  /** Stores what is listed since an instant: new and changed sessions, and which are gone. */
  const store = async (id: string, sessions: readonly ChargeSession[], from: number) => {
    const listed = sessions
      .map((session) => sessionRowOf(id, session, session, clock.now()))
      .filter(({ start_ms: start }) => start === null || start >= from);
    const stored = await db
      .selectFrom('fleet_sessions')
      .where('entity_id', '=', id)
      .where('current', '=', 1)
      .selectAll()
      .execute();
    for (const old of stored) {
      const now = listed.find((row) => row.id === old.id);
      const isGone = now === undefined && (old.start_ms ?? from) >= from;
      if (!isGone && (now === undefined || now.hash === old.hash)) continue;
      await db
        .updateTable('fleet_sessions')
        .where('entity_id', '=', id)
        .where('id', '=', old.id)
        .where('version', '=', old.version)
        .set({ current: 0, gone_at: isGone ? clock.now() : null })
        .execute();
    }
    for (const row of listed) {
      const old = stored.find((one) => one.id === row.id);
      if (old?.hash === row.hash) continue;
      const version = (old?.version ?? 0) + 1;
      await db
        .insertInto('fleet_sessions')
        .values({ ...row, version })
        .execute();
    }
  };

  const set = (read: FleetReadRow, change: Partial<FleetReadRow>) =>
    db
      .updateTable('fleet_reads')
      .where('entity_id', '=', read.entity_id)
      .where('resource', '=', read.resource)
      .set({ rank: RANK.policy, due_at: clock.now() + 86_400_000, ...change })
      .execute();

  const readOne = async (read: FleetReadRow) => {
    const now = clock.now();
    const sessions = said.get(read.entity_id) ?? [];
    if (typeof sessions === 'string') {
      await set(read, { tried_at: now, tries: read.tries + 1, message: sessions });
      return;
    }
    const isHistory = read.resource === 'history';
    const wanted = isHistory ? (read.asked_from ?? 0) : now - SESSIONS_BACK_MS.first;
    const from = Math.max(wanted, historyFrom);
    await store(read.entity_id, sessions, from);
    await set(read, { read_at: now, tried_at: now, tries: 0, message: null });
    await db
      .updateTable('fleet_reads')
      .where('entity_id', '=', read.entity_id)
      .where('resource', '=', 'sessions')
      .where((row) => row.or([row('known_from', 'is', null), row('known_from', '>', from)]))
      .set({ known_from: from })
      .execute();
  };

  return {
    wake: () => {
      wakes += 1;
    },
    wakes: () => wakes,
    async readNext(most = Infinity) {
      const asked = await db
        .selectFrom('fleet_reads')
        .where('rank', '=', RANK.asked)
        .where('due_at', '<=', clock.now())
        .where('resource', 'in', ['sessions', 'history'])
        .orderBy('entity_id')
        .orderBy('resource', 'desc')
        .selectAll()
        .execute();
      const next = asked.slice(0, most);
      for (const read of next) await readOne(read);
      return next.map(({ resource, entity_id: id }) => `${resource} ${id}`);
    },
  };
}
