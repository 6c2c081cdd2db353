import { isoInstant } from '../../../domain/instant.ts';

export const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ORGANISATION = id(1, 0);
const DEPOT = id(2, 1);
const STREET = id(2, 2);
export const VANS = Array.from({ length: 6 }, (_, at) => id(3, at));
/** More than a page. */
export const SESSIONS = 620;
export const TARIFF = id(8, 1);
export const DEFINITION = id(8, 2);

/** Sessions of ten weeks, across a change of the clock's offset, in amounts that do not divide evenly. */
function sessionsOf(entityId: string, van: number) {
  return Array.from({ length: SESSIONS }, (_, at) => {
    const start = Date.UTC(2026, 0, 28, 3 * van) + at * 2.8 * 3_600_000;
    return {
      id: id(4 + van, at),
      entityId,
      created: isoInstant(start + 86_400_000),
      data: {
        start: isoInstant(start),
        end: isoInstant(start + (1 + (at % 9)) * 1_234_567),
        charge: {
          averagePower: { unit: 'W', value: 7400 },
          total: { total: 7 + at / 999_983, unit: 'kWh' },
        },
        location: { address: `Gate ${at % 3}` },
      },
    };
  });
}

/** Six vans in two Collectives, one of them in both. */
export const VAN_WORLD = {
  organisations: [{ id: ORGANISATION, name: 'Vans' }],
  collectives: [
    { id: DEPOT, name: 'Depot', type: 'Fleet', owner: null, entities: VANS.slice(0, 4) },
    { id: STREET, name: 'Street', type: 'Fleet', owner: null, entities: VANS.slice(3) },
  ].map((one) => ({ ...one, organisationId: ORGANISATION })),
  entities: VANS.map((van, at) => ({
    id: van,
    name: `Van ${at + 1}`,
    type: 'EV',
    brand: 'Volta',
    organisationId: ORGANISATION,
  })),
  chargeSessions: VANS.flatMap(sessionsOf),
};

export const definition = {
  scope: { collectives: [DEPOT, STREET], entities: [], types: [], tags: [] },
  period: { kind: 'range', from: '2026-02-01', to: '2026-04-10' },
  zone: 'Europe/Zurich',
  siteTime: false,
  boundary: 'split',
  grouping: 'entity',
  tariff: { id: TARIFF, version: 1 },
  thresholds: {},
} as const;
export const tariff = {
  name: 'Night & day',
  currency: 'CHF',
  zone: 'Europe/Zurich',
  validities: [
    {
      validFrom: '2026-01-01',
      validTo: null,
      rate: {
        kind: 'time-of-use',
        bands: [
          {
            name: 'n',
            price: '0.191817',
            weekdays: null,
            from: '22:00',
            to: '06:00',
          },
        ],
        otherwise: '0.271828',
      },
    },
  ],
} as const;
