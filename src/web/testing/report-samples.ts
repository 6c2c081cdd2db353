import type { ReportGroup, ReportSums } from '../../contract/console/report-result.ts';
import type { ReportRun } from '../../contract/console/report-run.ts';
import { uuid } from './samples.ts';

/** A run that read all of two Entities. */
export function reportRun(change: Partial<ReportRun> = {}): ReportRun {
  return {
    id: uuid(700),
    state: 'complete',
    operator: 'Ada',
    createdAt: '2026-03-02T14:00:00Z',
    finishedAt: '2026-03-02T14:02:31Z',
    definition: {
      scope: { collectives: [], entities: [], types: ['EV'], tags: [] },
      period: { kind: 'range', from: '2026-02-01', to: '2026-02-28' },
      zone: 'Europe/Zurich',
      siteTime: false,
      boundary: 'start',
      grouping: 'entity',
      tariff: null,
      thresholds: { hugeEnergyKwh: 250, implausibleBatteryKwh: 200 },
    },
    saved: null,
    name: null,
    relation: null,
    tariff: null,
    from: '2026-02-01',
    to: '2026-02-28',
    progress: {
      entities: { total: 2, done: 2, failed: 0, waiting: 0 },
      pages: 2,
      sessions: 12,
      requests: 2,
      remainingMs: null,
    },
    provisionalFrom: null,
    hash: 'a'.repeat(64),
    ...change,
  };
}

/** Sums in kWh. */
export function reportSums(energy: string, change: Partial<ReportSums> = {}): ReportSums {
  return {
    unit: 'kWh',
    sessions: 1,
    energy,
    registers: { t1: energy, t2: '0', t3: '0', t4: '0', rest: '0' },
    cost: '0',
    unpriced: '0',
    durationMs: 3_600_000,
    socGain: '0',
    socSessions: 0,
    rangeGain: '0',
    rangeSessions: 0,
    peakPowerW: null,
    ...change,
  };
}

/** A row of a grouped report. */
export function reportGroup(
  key: string,
  energy: string,
  change: Partial<ReportGroup> = {},
): ReportGroup {
  return { ...reportSums(energy), key, label: null, accuracy: null, ...change };
}
