import type {
  FigureRow,
  FigureSession,
  FigureSums,
} from '../../contract/console/report-figures.ts';
import type { TariffVersion } from '../../contract/console/tariff.ts';
import type {
  SealedDifferences,
  SealedManifest,
  SealedReport,
} from '../../contract/console/sealed-report.ts';
import { uuid } from './samples.ts';

/** A tariff of one price, with a fee. */
export const FLAT_PRICES: TariffVersion = {
  id: uuid(750),
  version: 2,
  content: {
    name: 'Depot, flat',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    periods: [
      {
        from: '2020-01-01',
        energy: { kind: 'flat', price: '0.27' },
        perSession: '0.5',
        perHour: null,
      },
    ],
  },
  savedAt: '2026-03-01T10:00:00Z',
  savedBy: 'Marieke de Wit',
};

const hours = { start: '2026-01-31T23:00:00Z', minutes: 60 as const };

/** A tariff with a period of each other kind of price. */
export const HOUR_PRICES: TariffVersion = {
  ...FLAT_PRICES,
  id: uuid(751),
  version: 1,
  content: {
    name: 'Grid operator Stedin, Rotterdam, small users with two prices a day',
    currency: 'EUR',
    zone: 'Europe/Amsterdam',
    periods: [
      {
        from: '2020-01-01',
        energy: { kind: 'registers', t1: '0.3', t2: '0.25', t3: null, t4: null },
        perSession: null,
        perHour: null,
      },
      {
        from: '2026-01-01',
        energy: {
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
        perSession: null,
        perHour: '1.2',
      },
      {
        from: '2026-02-01',
        energy: { kind: 'hourly', ...hours, prices: Array.from({ length: 672 }, () => '0.113') },
        perSession: null,
        perHour: null,
      },
      { from: '2026-03-01', energy: null, perSession: null, perHour: null },
    ],
  },
};

/** Sums in kWh. */
export function figureSums(energy: string, change: Partial<FigureSums> = {}): FigureSums {
  return {
    unit: 'kWh',
    sessions: 6,
    energy,
    registers: { t1: energy, t2: '0', t3: '0', t4: '0', rest: '0' },
    cost: '12.4',
    fees: '3',
    unpriced: '0',
    durationMs: 7_200_000,
    socGain: '0',
    socSessions: 0,
    rangeGain: '0',
    rangeSessions: 0,
    highestAverageW: '11040',
    doubtful: 0,
    ...change,
  };
}

const VAN = {
  id: uuid(101),
  name: 'Van 01, Rotterdam Waalhaven, with a name that takes two lines',
};
const POINT = { id: uuid(102), name: null };
export const ofVan: FigureRow = {
  ...figureSums('1234.567'),
  keys: [{ key: VAN.id, label: VAN.name }],
};
export const ofPoint: FigureRow = {
  ...figureSums('80.1', { doubtful: 1 }),
  keys: [{ key: POINT.id, label: null }],
};
const totals = [figureSums('1314.667', { sessions: 12, cost: '24.8', doubtful: 1 })];
const search = { period: '2026-02-01_2026-02-28', zone: 'Europe/Zurich', by: 'entity' };
const sealedBy = 'Inês Carvalho';
const sealedAt = '2026-03-02T15:20:00Z';

/** A sealed report of two Entities. */
export const SEALED: SealedReport = {
  id: uuid(770),
  name: 'Vans of the month',
  search: { ...search, tariff: `${FLAT_PRICES.id}_2` },
  totals,
  currency: 'CHF',
  hash: 'a'.repeat(64),
  sealedAt,
  sealedBy,
  keptUntil: '2036-12-31',
  manifest: JSON.stringify({
    format: 'gridhelm-report-2',
    id: uuid(770),
    name: 'Vans of the month',
    search,
    sealedAt,
    sealedBy,
    from: '2026-02-01',
    to: '2026-02-28',
    tariffs: [FLAT_PRICES],
    basis: {
      entities: 2,
      unread: 0,
      failed: 1,
      offboarded: 0,
      erased: 0,
      uncaptured: 0,
      archived: 0,
      knownLate: null,
      oldestReadAt: '2026-03-02T09:12:00Z',
      provisionalFrom: null,
    },
    entities: [
      { ...VAN, sessions: 9, readAt: '2026-03-02T09:12:00Z', knownFrom: null },
      { ...POINT, sessions: 5, readAt: null, knownFrom: null },
    ],
    totals,
    groups: [ofVan, ofPoint],
    units: [{ unit: 'kWh', sessions: 14 }],
    exceptions: [{ kind: 'huge-energy', sessions: 3, open: 2, entities: 1 }],
    exclusions: [{ reason: 'outside-period', sessions: 2 }],
    decisions: [
      { entityId: VAN.id, sessionId: uuid(900), kind: 'accepted', reason: 'A bus', by: 'Ada' },
    ],
    checks: [{ name: 't1 + t2 + t3 + t4 = total, kWh', ok: true, detail: '1314.667 of 1314.667' }],
    sessions: { count: 14, sha256: 'b'.repeat(64) },
  } satisfies SealedManifest),
};

export const session: FigureSession = {
  entityId: VAN.id,
  entityName: VAN.name,
  id: uuid(901),
  start: '2026-02-12T06:10:00Z',
  end: '2026-02-12T08:10:00Z',
  zone: null,
  unit: 'kWh',
  energy: '21.5',
  counted: '21.5',
  registers: { t1: null, t2: null, t3: null, t4: null },
  cost: '5.8',
  fees: '0.5',
  unpriced: '0',
  averagePowerW: '10750',
  socStart: null,
  socEnd: null,
  rangeGainKm: null,
  locationId: null,
  locationLabel: null,
  address: null,
  excluded: null,
  exceptions: [],
  pairedWith: null,
  decision: null,
};

/** What differs from it today: a session that grew, and one that came. */
export const DIFFERENCES: SealedDifferences = {
  totals,
  groups: [{ sealed: ofVan, now: { ...ofVan, energy: '1240', sessions: 7 } }],
  groupCount: 1,
  sessions: [
    { sealed: session, now: { ...session, energy: '25', counted: '25' } },
    { sealed: null, now: { ...session, id: uuid(902), start: '2026-02-13T06:10:00Z' } },
  ],
  sessionCount: 2,
};
