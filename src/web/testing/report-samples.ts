import type { SavedDefinition } from '../../contract/console/report-definition.ts';
import type { ReportGroup, ReportSums } from '../../contract/console/report-result.ts';
import type { ReportRun } from '../../contract/console/report-run.ts';
import type { SavedTariff } from '../../contract/console/report-tariff.ts';
import { uuid } from './samples.ts';

/** A sealed run of two Entities. */
export function reportRun(change: Partial<ReportRun> = {}): ReportRun {
  return {
    id: uuid(700),
    state: 'complete',
    draft: false,
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
      sessions: 12,
      asked: 1,
      oldestReadAt: '2026-03-02T09:12:00Z',
      knownLate: null,
      offboarded: 0,
      remainingMs: null,
    },
    provisionalFrom: null,
    hash: 'a'.repeat(64),
    sealed: { at: '2026-03-02T15:20:00Z', by: 'Inês Carvalho' },
    ...change,
  };
}

/** The progress of a run, as included in answers with figures. */
export function standing({ state, progress }: ReportRun) {
  return { state, progress };
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

/** A tariff of one price. */
export const FLAT_TARIFF: SavedTariff = {
  id: uuid(750),
  version: 2,
  content: {
    name: 'Depot, flat',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    validities: [{ validFrom: '2020-01-01', validTo: null, rate: { kind: 'flat', price: '0.27' } }],
  },
  savedAt: '2026-03-01T10:00:00Z',
  savedBy: 'Marieke de Wit',
};

/** A tariff by weekday and hour, after one by register. */
export const HOURS_TARIFF: SavedTariff = {
  ...FLAT_TARIFF,
  id: uuid(751),
  version: 1,
  content: {
    name: 'Grid operator Stedin, Rotterdam, small users with two prices a day',
    currency: 'EUR',
    zone: 'Europe/Amsterdam',
    validities: [
      {
        validFrom: '2020-01-01',
        validTo: '2025-12-31',
        rate: { kind: 'registers', t1: '0.3', t2: '0.25', t3: null, t4: null },
      },
      {
        validFrom: '2026-01-01',
        validTo: null,
        rate: {
          kind: 'time-of-use',
          bands: [
            {
              name: 'peak',
              price: '0.40',
              weekdays: [1, 2, 3, 4, 5],
              from: '07:00',
              to: '20:00',
            },
          ],
          otherwise: '0.25',
        },
      },
    ],
  },
};

/** A sealed run with a name, a tariff and every Entity. */
export const NAMED_RUN: ReportRun = reportRun({
  name: 'Vans of the month',
  saved: { id: uuid(760), version: 3 },
  tariff: FLAT_TARIFF,
});

const { progress } = NAMED_RUN;

/** A run that waits for reads. */
export const RUNNING_RUN: ReportRun = {
  ...NAMED_RUN,
  id: uuid(702),
  state: 'running',
  finishedAt: null,
  hash: null,
  sealed: null,
  progress: {
    ...progress,
    entities: { total: 48, done: 20, failed: 0, waiting: 28 },
    asked: 56,
    remainingMs: 65_000,
  },
};

/** A finished run, not sealed yet, whose Entities lack older sessions. */
export const OPEN_RUN: ReportRun = {
  ...NAMED_RUN,
  id: uuid(704),
  hash: null,
  sealed: null,
  progress: { ...progress, knownLate: { entities: 3, from: '2026-02-11T23:00:00Z' } },
};

/** A run in which two Entities could not be read. */
export const PARTIAL_RUN: ReportRun = {
  ...NAMED_RUN,
  id: uuid(703),
  state: 'partial',
  hash: null,
  sealed: null,
  provisionalFrom: '2026-02-26T23:00:00Z',
  progress: { ...progress, entities: { total: 48, done: 46, failed: 2, waiting: 0 } },
};

/** The definition of that run, as saved. */
export const SAVED_DEFINITION: SavedDefinition = {
  id: uuid(760),
  version: 3,
  name: 'Vans of the month',
  definition: {
    ...NAMED_RUN.definition,
    scope: { collectives: [uuid(900)], entities: [uuid(23)], types: ['EV'], tags: ['leased'] },
    tariff: { id: FLAT_TARIFF.id, version: 2 },
  },
  savedAt: '2026-03-01T10:00:00Z',
  savedBy: 'Marieke de Wit',
};
