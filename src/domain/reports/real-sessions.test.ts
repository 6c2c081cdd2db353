import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { GROUPINGS } from '../../contract/console/choices.ts';
import { BOUNDARIES } from '../../contract/console/report-definition.ts';
import { convertSessionsCsv } from '../../service/worlds/csv.ts';
import { microsOfText, microsToText } from './exact.ts';
import { REAL_TOTAL } from './testing/real-totals.ts';
import { groupReport } from './group-report.ts';
import { reportOf } from './testing/told-report.ts';

// Hundreds of sessions for each test, on busy machines.
vi.setConfig({ testTimeout: 30_000 });

/** The full table is not in the repository; if present, its known totals are checked. */
const FULL =
  process.env['GRIDHELM_SESSIONS_CSV'] ?? '../shared/data/epfl-dc-fast-charging-sessions.csv';
/** A session that is split counts in each of its rows. */
const OF_TIME: ReadonlySet<string> = new Set(['hour', 'day', 'week', 'month', 'hour-weekday']);
// Months, plugs and what is odd about them are shown by e2e/real-sessions.
test.for(BOUNDARIES)(
  'by %s every grouping in both zones adds up to 60,441.935575 kWh',
  (boundary, context) => {
    if (!existsSync(FULL)) context.skip(`${FULL} is not here; its totals were not checked`);
    const { entities, chargeSessions } = convertSessionsCsv(readFileSync(FULL, 'utf8'));
    const sessions = entities.map(({ id }) => chargeSessions.filter((one) => one.entityId === id));
    for (const zone of ['Europe/Zurich', 'UTC']) {
      const rules = { from: '2022-04-01', to: '2023-07-31', zone, boundary };
      const made = reportOf(sessions, rules);
      for (const grouping of GROUPINGS) {
        const { rows } = groupReport(made, [grouping]);
        const energy = rows.reduce((sum, row) => sum + (microsOfText(row.energy) ?? 0n), 0n);
        expect([grouping, microsToText(energy)]).toEqual([grouping, REAL_TOTAL]);
        const counted = rows.reduce((sum, row) => sum + row.sessions, 0);
        const once =
          boundary === 'split' && OF_TIME.has(grouping) ? Math.min(counted, 1878) : counted;
        expect(once).toBe(grouping === 'register' ? 0 : 1878);
      }
    }
  },
);
