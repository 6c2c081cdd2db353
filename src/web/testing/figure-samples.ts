import type { Figures } from '../../contract/console/report-figures.ts';
import { figureSums, ofPoint, ofVan } from './sealed-samples.ts';

const basis: Figures['basis'] = {
  entities: 40,
  unread: 0,
  failed: 0,
  offboarded: 1,
  erased: 1,
  uncaptured: 37,
  archived: 0,
  knownLate: null,
  oldestReadAt: '2026-02-07T21:00:00Z',
  provisionalFrom: '2026-02-06T23:00:00Z',
};
const totals = [figureSums('1314.667', { sessions: 12, cost: '24.8', doubtful: 1 })];
/** Figures of a week with a tariff, compared with the week before. */
export const FIGURES: Figures = {
  from: '2026-02-01',
  to: '2026-02-07',
  currency: 'CHF',
  totals,
  kwh: null,
  groups: [ofVan, ofPoint],
  count: 2,
  series: {
    grain: 'day',
    unit: 'kWh',
    groups: [ofVan, ofPoint].flatMap(({ keys: [key] }) => key ?? []),
    points: [
      { at: '2026-02-02', group: 0, energy: '614.567', cost: '8' },
      { at: '2026-02-05', group: 0, energy: '620', cost: '8.8' },
      { at: '2026-02-05', group: 1, energy: '80.1', cost: '8' },
    ],
  },
  compared: { from: '2026-01-25', to: '2026-01-31', totals: [figureSums('1200')], basis },
  exceptions: [
    { kind: 'huge-energy', sessions: 3, open: 2, entities: 1 },
    { kind: 'overlap', sessions: 4, open: 4, entities: 2 },
  ],
  exclusions: [{ reason: 'outside-period', sessions: 9 }],
  basis,
};
