import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { session, uuid } from '../../testing/samples.ts';
import { matchedCount, onMap, sessionPins, sessionPlaces } from './location-facts.ts';

function at(last: number, latitude: number, longitude: number): ChargeSession {
  return ChargeSession.parse({
    id: uuid(last),
    data: {
      location: { address: 'Quay 1', latitude, longitude },
      locationMatches: [{ accuracy: 3, location: { id: uuid(50), label: 'Depot' } }],
    },
  });
}

test('sessions within metres share a place; invalid coordinates have no pin', () => {
  const places = sessionPlaces([
    at(1, 51.92251, 4.47917),
    at(2, 51.92252, 4.47916),
    at(3, 91, 4),
    session(4),
  ]);
  expect(places.map(({ sessions }) => sessions)).toEqual([2, 1]);
  expect(sessionPins(places).map(({ label }) => label)).toEqual(['2 sessions, Quay 1']);
});

test('places outside the valid range are not on the map, a missing label has a substitute', () => {
  const place = (last: number, latitude: number) => ({
    id: uuid(last),
    label: null,
    latitude,
    longitude: 4,
  });
  expect(onMap([place(1, 51), place(2, -90.0001)])).toMatchObject([
    { id: uuid(1), label: 'No label' },
  ]);
});

test('counts the sessions matched to a place', () => {
  expect(matchedCount([at(1, 1, 1), session(2)], uuid(50))).toBe(1);
  expect(matchedCount([at(1, 1, 1)], uuid(51))).toBe(0);
});
