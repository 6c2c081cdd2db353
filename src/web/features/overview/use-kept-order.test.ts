import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FLEET_ENERGY } from '../../testing/energy-samples.ts';
import { useKeptLayers, useKeptOrder } from './use-kept-order.ts';

const of = (...ids: string[]) => ids.map((id) => ({ id }));

test('a dispatch, which makes its Collective the first one, moves no row while the page is open', () => {
  const { result, rerender } = renderHook(useKeptOrder, { initialProps: of('a', 'b', 'c') });
  rerender(of('c', 'a', 'b'));
  expect(result.current).toEqual(of('a', 'b', 'c'));
});

test('a new one comes last, one that is gone leaves no gap, and one that is back has its place', () => {
  const { result, rerender } = renderHook(useKeptOrder, { initialProps: of('a', 'b') });
  rerender(of('c', 'b'));
  expect(result.current).toEqual(of('b', 'c'));
  rerender(of('c', 'b', 'a'));
  expect(result.current).toEqual(of('a', 'b', 'c'));
});

test('layers keep their places, and with them their colours, when another has more energy; the rest is last', () => {
  const layer = (id: string | null) => ({
    kind: id === null ? ('others' as const) : ('collective' as const),
    collective: id === null ? null : { id, name: id },
    values: [],
  });
  const energy = (...ids: (string | null)[]) => ({ ...FLEET_ENERGY, stack: ids.map(layer) });
  const { result, rerender } = renderHook(useKeptLayers, { initialProps: energy('a', 'b', null) });
  rerender(energy('b', 'c', 'a', null));
  expect(result.current?.stack).toEqual(['a', 'b', 'c', null].map(layer));
});
