import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { Location } from '../../../contract/location.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { factsOf } from '../../../domain/reports/session-facts.ts';
import { dateOfDay } from '../../../domain/reports/zone-calendar.ts';
import { findingsOfEntity, isDoubtful } from '../../../domain/session-findings.ts';
import { dateIn } from '../../../domain/time.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { deletePlace, writePlaces } from '../places/place-store.ts';
import { storeSessions } from '../reads/store-sessions.ts';
import { renewAll } from '../testing/renew-all.ts';

/** The clocks of Zurich are set back in between. */
const FROM = Date.UTC(2026, 9, 24);
const NOW = FROM + 8 * 86_400_000;
const HOUR = 3_600_000;
const VAN = '00000000-0000-4000-8000-000000000001';
const PLACES = [
  ['Europe/Zurich', 47.37, 8.54],
  ['Pacific/Auckland', -36.85, 174.76],
  ['UTC', 99, 8],
] as const;

interface Of {
  id: number;
  /** In steps of 11 hours; null: the Service tells none. */
  start: number | null;
  hours: number;
  total: number | null;
  unit: string | null;
  /** State of charge at its start and its end. */
  soc: number | null;
}

const toldSession: fc.Arbitrary<Of> = fc.record({
  id: fc.integer({ min: 1, max: 9 }),
  start: fc.option(fc.integer({ min: 0, max: 16 }), { freq: 10 }),
  hours: fc.constantFrom(-2, 0, 3, 11, 11, 40, 130),
  total: fc.constantFrom(0, 0.1, 7, 7.000001, 1e7, 1e300, null),
  unit: fc.constantFrom('kWh', 'kWh', 'Wh', null),
  soc: fc.constantFrom(20, 60, null),
});

function sessionOf({ id, start, hours, total, unit, soc }: Of) {
  const startMs = start === null ? null : FROM + start * 11 * HOUR;
  const percent = soc === null ? null : { value: soc, unit: '%' };
  return ChargeSession.parse({
    id: `00000000-0000-4000-8000-0000000001${String(id).padStart(2, '0')}`,
    created: isoInstant(NOW),
    data: {
      start: startMs === null ? null : isoInstant(startMs),
      end: startMs === null ? null : isoInstant(startMs + hours * HOUR),
      charge: { total: { total, unit }, start: percent, end: percent },
    },
  });
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ told: fc.array(toldSession, { maxLength: 6 }), isWhole: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ place: fc.constantFrom(null, ...PLACES) }) },
);

/** What the days must be by the stored sessions. */
async function expected(db: Kysely<Store>, zone: string) {
  const current = db.selectFrom('fleet_sessions').where('current', '=', 1);
  const stored = await current.select('content').execute();
  const sessions = stored.map(({ content }) => ChargeSession.parse(JSON.parse(content)));
  const against = { type: 'EV', capacityKwh: null, nowMs: NOW };
  const findings = findingsOfEntity(sessions, against);
  const none = { energy: 0n, sessions: 0, counted: 0, doubtful: 0 };
  const days: Record<string, typeof none> = {};
  for (const session of sessions) {
    const [id, [startMs = null, , energy = null], , , unit] = factsOf(session, () => null);
    if (startMs === null) continue;
    const day = (days[`${dateIn(zone, startMs)} ${unit ?? ''}`] ??= { ...none });
    day.energy += BigInt(energy ?? 0);
    day.sessions += 1;
    if (energy !== null) day.counted += 1;
    if (isDoubtful(findings.get(id) ?? [])) day.doubtful += 1;
  }
  return days;
}

const asRow = (row: ChargeSession) => ({ row, told: row, again: 0, differs: false });

async function kept(db: Kysely<Store>) {
  const rows = await db.selectFrom('session_days').selectAll().execute();
  return Object.fromEntries(
    rows.map(({ entity_id: _id, day, unit, energy, ...counts }) => [
      `${dateOfDay(day)} ${unit}`,
      { ...counts, energy: BigInt(energy) },
    ]),
  );
}

test('whatever changes, the days are those of all stored sessions by the zone of the site', async () => {
  const db = await memoryStore();
  const document = { entities: [{ id: VAN, name: 'Van', type: 'EV' }] };
  await importDirectory(db, DirectoryImport.parse(document), 'import', 1000);
  let askedAt = NOW;
  let zone = 'UTC';
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      for (const each of steps) {
        askedAt += 1;
        if ('place' in each) {
          zone = each.place?.[0] ?? 'UTC';
          await deletePlace(db, VAN, VAN);
          if (each.place !== null) {
            const [, latitude, longitude] = each.place;
            const place = Location.parse({ id: VAN, label: null, latitude, longitude });
            await writePlaces(db, VAN, [place], true, NOW);
          }
          await renewAll(db, NOW);
        } else {
          const told = new Map(each.told.map((one) => [one.id, sessionOf(one)]));
          const rows = [...told.values()].map(asRow);
          const span = each.isWhole ? { from: FROM, to: FROM + 6 * 86_400_000 } : null;
          await storeSessions(db, VAN, rows, span, { askedAt, now: NOW });
        }
        expect(await kept(db)).toEqual(await expected(db, zone));
      }
    }),
    { numRuns: 60 },
  );
  await db.destroy();
});

test('another type decides anew which sessions contradict each other', async () => {
  const db = await memoryStore();
  const isOfType = (type: string) => {
    const document = DirectoryImport.parse({ entities: [{ id: VAN, name: 'Van', type }] });
    return importDirectory(db, document, 'import', NOW);
  };
  await isOfType('EV');
  // The second begins with less charge than the first one ended with.
  const base = { hours: 11, total: 7, unit: 'kWh' };
  const rows = [
    sessionOf({ ...base, id: 1, start: 1, soc: 60 }),
    sessionOf({ ...base, id: 2, start: 2, soc: 20, total: 8 }),
  ].map(asRow);
  await storeSessions(db, VAN, rows, null, { askedAt: NOW, now: NOW });
  const doubtful = async () =>
    Object.values(await kept(db)).reduce((sum, each) => sum + each.doubtful, 0);
  expect(await doubtful()).toBe(1);
  await isOfType('ChargePoint');
  expect(await doubtful()).toBe(0);
  await isOfType('EV');
  expect(await doubtful()).toBe(1);
  await db.destroy();
});
