import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ChargeSession } from '../../contract/charge-session.ts';
import { migrate } from '../dialect/migrate.ts';
import { storesBefore } from '../testing/stores-before.ts';
import { MIGRATIONS } from './baseline.ts';

/** 00:30 in Zurich, when it is still the day before in UTC. */
const START = Date.parse('2026-06-10T22:30:00Z');
const DAY = Date.parse('2026-06-10') / 86_400_000;

test.each(storesBefore('208-session-days'))(
  'the sessions that are stored in %s are counted by day of the site',
  async (_name, open) => {
    const db = await open();
    for (const [id, at] of Object.entries({ zurich: 8.54, nowhere: null })) {
      await sql`insert into entities (id, source, archived, known_at)
      values (${id}, 'import', 0, 1)`.execute(db);
      if (at === null) continue;
      await sql`insert into places (entity_id, id, latitude, longitude, search, odd, known_at)
      values (${id}, 'home', 47.37, ${at}, '', 0, 1)`.execute(db);
    }
    const store = async (entity: string, energy: number, isCurrent = 1) => {
      const session = ChargeSession.parse({
        id: crypto.randomUUID(),
        created: '2026-06-11T06:00:00Z',
        data: {
          start: new Date(START).toISOString(),
          end: new Date(START + 3_600_000).toISOString(),
          charge: { total: { total: energy, unit: 'kWh' } },
        },
      });
      await sql`insert into fleet_sessions
      (entity_id, id, version, current, start_ms, end_ms, energy, unit, content, hash, seen_at)
      values (${entity}, ${session.id}, 1, ${isCurrent}, ${START}, ${START + 3_600_000},
        ${energy * 1e6}, 'kWh', ${JSON.stringify(session)}, '', ${START + 86_400_000})`.execute(db);
    };
    await store('zurich', 7.25);
    await store('zurich', 3);
    await store('zurich', 90, 0);
    await store('nowhere', 2);
    await store('stranger', 1);
    await migrate(db, MIGRATIONS, 'test');
    const days = await db.selectFrom('session_days').orderBy('entity_id').selectAll().execute();
    const one = { unit: 'kWh', sessions: 1, counted: 1, doubtful: 0 };
    const two = { unit: 'kWh', sessions: 2, counted: 2, doubtful: 1 };
    expect(days).toEqual([
      { ...one, entity_id: 'nowhere', day: DAY, energy: 2_000_000 },
      { ...one, entity_id: 'stranger', day: DAY, energy: 1_000_000 },
      // Two at one time cannot both be true.
      { ...two, entity_id: 'zurich', day: DAY + 1, energy: 10_250_000 },
    ]);
    const entities = db.selectFrom('entities').orderBy('id');
    expect(await entities.select(['id', 'zone', 'energy_due']).execute()).toEqual([
      { id: 'nowhere', zone: 'UTC', energy_due: 0 },
      { id: 'zurich', zone: 'Europe/Zurich', energy_due: 0 },
    ]);
    await db.destroy();
  },
);
