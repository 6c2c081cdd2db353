import { expect, test } from 'vitest';
import { entity, uuid } from '../../testing/samples.ts';
import { differenceOf } from './remove-member.tsx';

const KNOWN = [entity(1, 'EV'), entity(2, 'EV'), entity(3, 'ChargePoint')];

test('names the Entities that left with the member, and the new ones', () => {
  const difference = differenceOf(KNOWN, { entities: [uuid(3), uuid(9), uuid(3)] });
  expect(difference?.gone.map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
  expect(difference?.added).toBe(1);
});

test('an answer without a list of Entities differs from an empty list', () => {
  expect(differenceOf(KNOWN, { entities: null })).toBeNull();
  expect(differenceOf(KNOWN, { entities: [] })).toEqual({ gone: KNOWN, added: 0 });
});
