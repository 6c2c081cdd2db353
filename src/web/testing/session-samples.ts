import { ChargeSession } from '../../contract/charge-session.ts';
import { isoInstant } from '../../domain/instant.ts';
import { AS_OF } from './fleet-samples.ts';
import { uuid } from './samples.ts';

/** Rows of `src/service/worlds/samples/epfl-excerpt.csv`: arrival, departure, Wh, W, and % before and after. */
const MEASURED = [
  ['2023-05-12T06:22', '2023-05-12T06:40', 22827, 93069, 22, 51],
  ['2023-04-18T16:44', '2023-04-18T17:14', 39321, 119616, 21, 68],
  ['2023-04-16T20:27', '2023-04-16T21:02', 41142, 126390, 20, 80],
  ['2023-03-15T09:13', '2023-03-15T09:22', 8576, 67248, 29, 38],
  ['2022-11-16T18:25', '2022-11-16T18:47', 8123, 27210, 30, 100],
  ['2022-11-15T15:21', '2022-11-15T15:37', 11745, 53454, 51, 70],
  ['2022-10-17T17:37', '2022-10-17T18:10', 38620, 95286, 38, 89],
  ['2022-10-13T17:44', '2022-10-13T18:11', 42381, 158532, 29, 79],
] as const;

/** The place matched to the measured sessions. */
export const DEPOT = {
  id: uuid(400),
  label: 'Depot Waalhaven',
  latitude: 51.8854,
  longitude: 4.4362,
};

/** Measured sessions of a van, newest first. */
export const SESSIONS: readonly ChargeSession[] = MEASURED.map(
  ([start, end, energy, power, before, after], at) =>
    ChargeSession.parse({
      id: uuid(600 + at),
      entityId: uuid(1),
      created: `${end.slice(0, 10)}T23:05:00Z`,
      data: {
        start: `${start}:00Z`,
        end: `${end}:00Z`,
        charge: {
          averagePower: { unit: 'kW', value: power / 1000 },
          start: { unit: '%', value: before },
          end: { unit: '%', value: after },
          total: { t1: energy / 1000, total: energy / 1000, unit: 'kWh' },
        },
        location: {
          address: 'Waalhaven Oostzijde 1, 3087 BM Rotterdam',
          latitude: DEPOT.latitude,
          longitude: DEPOT.longitude,
        },
        locationMatches: [{ accuracy: 12, location: { id: DEPOT.id, label: DEPOT.label } }],
      },
    }),
);

/** Sessions that no device should report: two that overlap, one that ends before it starts. */
export const ANOMALOUS_SESSIONS: readonly ChargeSession[] = [
  ['2023-01-06T11:00:00Z', '2023-01-06T10:00:00Z', { total: 0, unit: 'kWh' }],
  ['2023-01-05T11:00:00Z', '2023-01-05T13:00:00Z', { t1: 1, total: 5, unit: 'kWh' }],
  ['2023-01-05T10:00:00Z', '2023-01-05T12:00:00Z', { t1: 1, t2: 1, total: 2, unit: 'kWh' }],
  ['2023-01-04T10:00:00Z', '2023-01-04T11:00:00Z', { total: 1.5, unit: 'MWh' }],
].map(([start, end, total], at) =>
  ChargeSession.parse({ id: uuid(650 + at), data: { start, end, charge: { total } } }),
);

/** The first and the last day of the samples, as a custom period. */
export const SESSION_DAYS = { range: 'custom', from: '2022-10-01', to: '2023-05-31' } as const;

/** The same sessions, moved to the days before the samples. */
export function recentSessions(): ChargeSession[] {
  const DAY_MS = 86_400_000;
  const shift = (instant: string | null | undefined, days: number) => {
    const clock = Date.parse(instant ?? '') % DAY_MS;
    return isoInstant(Math.floor(Date.parse(AS_OF) / DAY_MS - days) * DAY_MS + clock);
  };
  return SESSIONS.map((session, at) => ({
    ...session,
    data:
      session.data === null
        ? null
        : {
            ...session.data,
            start: shift(session.data.start, at + 2),
            end: shift(session.data.end, at + 2),
          },
  }));
}
