import { existsSync, readFileSync } from 'node:fs';
import { expect, test, type TestContext, vi } from 'vitest';
import { GROUPINGS } from '../../contract/console/choices.ts';
import { BOUNDARIES } from '../../contract/console/figures-definition.ts';
import { convertSessionsCsv } from '../../service/worlds/csv.ts';
import { microsOfText, microsToText } from './exact.ts';
import { REAL_MONTHS, REAL_PLUGS, REAL_TOTAL } from './testing/real-totals.ts';
import { groupReport } from './group-report.ts';
import { findSessions, sessionReader } from './list-sessions.ts';
import { exceptionCounts } from './report-answers.ts';
import { reportOf, type ToldRules } from './testing/told-report.ts';

// Hundreds of sessions for each test, on busy machines.
vi.setConfig({ testTimeout: 30_000 });

/** The full table is not in the repository; if present, its known totals are checked. */
const FULL =
  process.env['GRIDHELM_SESSIONS_CSV'] ?? '../shared/data/epfl-dc-fast-charging-sessions.csv';
const ZURICH = { from: '2022-04-01', to: '2023-07-31', zone: 'Europe/Zurich' } as const;

function report(context: TestContext, rules: ToldRules = ZURICH) {
  if (!existsSync(FULL)) context.skip(`${FULL} is not here; its totals were not checked`);
  const { entities, chargeSessions } = convertSessionsCsv(readFileSync(FULL, 'utf8'));
  const sessions = entities.map(({ id }) => chargeSessions.filter((one) => one.entityId === id));
  const plugs = entities.map(({ name }) => ({ name, type: 'ChargePoint' }));
  return reportOf(sessions, { ...rules, entities: plugs });
}

test('months and plugs in the zone of the station, to the last digit', (context) => {
  const made = report(context);
  const rows = (by: 'month' | 'entity', name: 'key' | 'label') =>
    groupReport(made, [by]).rows.map(({ keys, sessions, energy }) => [
      keys[0]?.[name],
      sessions,
      energy,
    ]);
  expect(rows('month', 'key')).toEqual(REAL_MONTHS);
  expect(rows('entity', 'label')).toEqual(REAL_PLUGS);
});

test.for(BOUNDARIES)(
  'by %s every grouping in both zones adds up to 60,441.935575 kWh',
  (boundary, context) => {
    for (const zone of ['Europe/Zurich', 'UTC']) {
      const made = report(context, { ...ZURICH, zone, boundary });
      for (const grouping of GROUPINGS) {
        const { rows } = groupReport(made, [grouping]);
        const energy = rows.reduce((sum, row) => sum + (microsOfText(row.energy) ?? 0n), 0n);
        expect([grouping, microsToText(energy)]).toEqual([grouping, REAL_TOTAL]);
        const counted = rows.reduce((sum, { sessions }) => sum + sessions, 0);
        expect(counted).toBe(grouping === 'register' ? 0 : 1878);
      }
    }
  },
);

test('the 11 sessions with an implausible battery are flagged, and in the total', (context) => {
  const made = report(context, { ...ZURICH, now: '2023-08-01T00:00:00Z' });
  const counts = new Map(exceptionCounts(made).map(({ kind, sessions }) => [kind, sessions]));
  expect(counts.get('implausible-capacity')).toBe(11);
  expect(counts.get('huge-energy')).toBe(1);
  // No plug charges two cars at once.
  for (const none of ['overlap', 'repeated', 'end-before-start', 'above-power'] as const) {
    expect([none, counts.get(none) ?? 0]).toEqual([none, 0]);
  }
  const read = sessionReader(made, {});
  const found = [...findSessions(made, { exception: 'implausible-capacity' })].map(read);
  expect(found.every(({ counted }) => counted !== null)).toBe(true);
  const batteries = found.map(
    ({ energy, socStart, socEnd }) => (100 * Number(energy)) / (Number(socEnd) - Number(socStart)),
  );
  expect(Math.min(...batteries)).toBeCloseTo(372.86, 2);
  expect(Math.max(...batteries)).toBeCloseTo(402.135, 2);
  expect(found.some(({ energy }) => energy === '268.863')).toBe(true);
});
