import fc from 'fast-check';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { Tariff } from '../../../contract/console/report-tariff.ts';
import { isoInstant } from '../../../domain/instant.ts';

const HOUR = 3_600_000;

/** An id of a kind. */
export const uuid = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;

export const ENTITIES = [0, 1, 2].map((at) => ({
  id: uuid(1, at),
  name: `Van ${at}`,
  type: 'EV',
  collectives: [],
}));

/** By the clock and the weekday, and without a price before a day in the middle of March. */
export const TARIFF: Tariff = {
  id: uuid(9, 1),
  version: 2,
  content: {
    name: 'Nights',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    validities: [
      {
        validFrom: '2026-03-10',
        validTo: null,
        rate: {
          kind: 'time-of-use',
          bands: [
            {
              name: 'night',
              price: '0.123457',
              weekdays: [1, 2, 3, 4, 5],
              from: '22:30',
              to: '06:00',
            },
          ],
          otherwise: '0.271828',
        },
      },
    ],
  },
};

const energy = fc.option(fc.integer({ min: 0, max: 90_000_000 }).map((micros) => micros / 1e6));
const moment = fc.integer({ min: Date.UTC(2026, 1, 25), max: Date.UTC(2026, 3, 4) });

/** Sessions around March 2026, some of them anomalous, each of one of the Entities. */
export const randomSessions = fc.array(
  fc.record({
    entity: fc.nat({ max: ENTITIES.length - 1 }),
    startMs: fc.option(moment, { freq: 20 }),
    lengthMs: fc.option(fc.integer({ min: -HOUR, max: 60 * HOUR }), { freq: 20 }),
    unit: fc.constantFrom('kWh', 'kWh', 'Wh', null),
    total: energy,
    t1: energy,
    t3: energy,
    power: fc.option(fc.integer({ min: 0, max: 350 })),
    soc: fc.option(fc.tuple(fc.nat({ max: 50 }), fc.integer({ min: 50, max: 100 }))),
    range: fc.option(fc.tuple(fc.nat({ max: 100 }), fc.integer({ min: 100, max: 400 }))),
    // Zurich, New York, Kolkata with its half hour, and no place.
    site: fc.constantFrom([46.5, 6.6], [40.7, -74], [28.6, 77.2], null),
  }),
  { minLength: 5, maxLength: 60 },
);
type Random = typeof randomSessions extends fc.Arbitrary<(infer T)[]> ? T : never;

const quantity = (unit: string, value: number | null | undefined) => ({ unit, value });

/** A random session as the Service returns it. */
export function sessionOf({ startMs, lengthMs, ...made }: Random, at: number): ChargeSession {
  const instant = (ms: number | null) => (ms === null ? null : isoInstant(ms));
  return ChargeSession.parse({
    id: uuid(2, at),
    data: {
      start: instant(startMs),
      end: instant(startMs === null || lengthMs === null ? null : startMs + lengthMs),
      charge: {
        averagePower: quantity('kW', made.power),
        start: quantity('%', made.soc?.[0]),
        end: quantity('%', made.soc?.[1]),
        total: { total: made.total, t1: made.t1, t3: made.t3, unit: made.unit },
      },
      range: {
        start: quantity('km', made.range?.[0]),
        end: quantity('mi', made.range?.[1]),
      },
      location: { latitude: made.site?.[0], longitude: made.site?.[1] },
    },
  });
}
