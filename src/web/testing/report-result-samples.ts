import type { ReportBefore } from '../../contract/console/report-before.ts';
import type {
  ReportFindingCounts,
  ReportSeries,
  ReportSessionRecord,
} from '../../contract/console/report-result.ts';
import { ENTITY_FINDINGS, SESSION_FINDINGS } from '../../contract/console/report-exceptions.ts';
import type { RunEntityState } from '../../contract/console/report-run.ts';
import type { StandingGroups } from '../../contract/console/report-stand.ts';
import { van } from './fleet-samples.ts';
import { reportGroup, reportRun, reportSums, standing } from './report-samples.ts';
import { uuid } from './samples.ts';
import { SESSIONS } from './session-samples.ts';

/** Measured energies of three vans and their costs at 0.27 a kWh. */
const ENERGIES = [
  [1, '22.827', '6.16329'],
  [2, '80.463', '21.72501'],
  [23, '16.699', '4.50873'],
] as const;

/** The totals of those vans. */
const TOTALS = [
  reportSums('119.989', {
    sessions: 5,
    cost: '32.39703',
    durationMs: 114 * 60_000,
    peakPowerW: '126390',
    socGain: '206',
    socSessions: 5,
  }),
];

/** The same vans in the month before. */
export const BEFORE: ReportBefore = {
  state: 'known',
  from: '2026-01-01',
  to: '2026-01-31',
  totals: [reportSums('107.5', { sessions: 6, cost: '29.025', durationMs: 114 * 60_000 })],
  provisionalFrom: null,
};

/** Rows by Entity, with the totals. */
export const GROUPS: StandingGroups = {
  grouping: 'entity',
  groups: ENERGIES.map(([number, energy, cost]) => ({
    ...reportGroup(uuid(number), energy, { label: van(number).name }),
    sessions: 2,
    cost,
  })),
  count: ENERGIES.length,
  totals: TOTALS,
  doubtful: [{ unit: 'kWh', sessions: 2 }],
  stand: standing(reportRun()),
};

/** Rows by hour and weekday, for the heat map. */
export const HOURS: StandingGroups = {
  grouping: 'hour-weekday',
  groups: [
    reportGroup('5-06', '22.827'),
    reportGroup('2-16', '39.321'),
    reportGroup('7-20', '41.142'),
    reportGroup('3-09', '16.699'),
  ],
  count: 4,
  totals: TOTALS,
  doubtful: [],
  stand: standing(reportRun()),
};

/** Energy per day of two vans. */
export const SERIES: ReportSeries = {
  grain: 'day',
  by: 'entity',
  unit: 'kWh',
  groups: [
    { key: uuid(2), label: 'Van 02' },
    { key: uuid(1), label: 'Van 01' },
  ],
  points: [
    { date: '2026-02-03', group: uuid(2), energy: '39.321', cost: '10.61667' },
    { date: '2026-02-03', group: uuid(1), energy: '22.827', cost: '6.16329' },
    { date: '2026-02-17', group: uuid(2), energy: '41.142', cost: '11.10834' },
    { date: '2026-02-20', group: null, energy: '16.699', cost: '4.50873' },
  ],
};

/** Sessions of the report: the measured ones, the second one in no total. */
export const REPORT_SESSIONS: readonly ReportSessionRecord[] = SESSIONS.map(({ id, data }, at) => {
  const energy = String(data?.charge?.total?.total ?? 0);
  return {
    entityId: uuid(at % 2 === 0 ? 1 : 23),
    entityName: at % 2 === 0 ? 'Van 01' : 'Van 23',
    id,
    start: data?.start ?? null,
    end: data?.end ?? null,
    zone: null,
    unit: 'kWh',
    energy,
    energyInGroup: energy,
    registers: { t1: energy, t2: null, t3: null, t4: null },
    cost: '6.16',
    unpriced: '0',
    averagePowerW: '93069',
    socStart: '22',
    socEnd: '51',
    rangeGainKm: null,
    locationId: uuid(400),
    locationLabel: 'Depot Waalhaven',
    address: data?.location?.address ?? null,
    excluded: at === 1 ? ('outside-period' as const) : null,
    findings: at === 2 ? (['overlap', 'missing-fields'] as const).slice() : [],
  };
});

/** Findings, most of them zero. */
export const FINDINGS: ReportFindingCounts = {
  findings: [...SESSION_FINDINGS, ...ENTITY_FINDINGS].map((kind) => ({
    kind,
    count: kind === 'overlap' ? 2 : kind === 'duplicates' ? 1 : 0,
  })),
  exclusions: [
    { reason: 'outside-period', count: 4 },
    { reason: 'no-start', count: 0 },
    { reason: 'no-end', count: 0 },
  ],
  doubtful: [{ unit: 'kWh', sessions: 2 }],
};

/** An Entity of a run. */
export function runEntity(number: number, change: Partial<RunEntityState> = {}): RunEntityState {
  return {
    entityId: uuid(number),
    name: van(number).name,
    type: 'EV',
    state: 'done',
    sessions: 6,
    duplicates: 0,
    readAt: '2026-03-02T09:12:00Z',
    lateFrom: null,
    capture: true,
    error: null,
    ...change,
  };
}
