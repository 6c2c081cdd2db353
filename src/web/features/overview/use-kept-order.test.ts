import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FLEET_ENERGY } from '../../testing/energy-samples.ts';
import { useKeptLayers, useKeptOrder } from './use-kept-order.ts';

const of = (...ids: string[]) => ids.map((id) => ({ id }));

test('rows keep their order while the page is open, even after a dispatch that would sort one first', () => {
  const { result, rerender } = renderHook(useKeptOrder, { initialProps: of('a', 'b', 'c') });
  rerender(of('c', 'a', 'b'));
  expect(result.current).toEqual(of('a', 'b', 'c'));
});

test('a new row comes last, a removed one leaves no gap, and a returning one gets its place back', () => {
  const { result, rerender } = renderHook(useKeptOrder, { initialProps: of('a', 'b') });
  rerender(of('c', 'b'));
  expect(result.current).toEqual(of('b', 'c'));
  rerender(of('c', 'b', 'a'));
  expect(result.current).toEqual(of('a', 'b', 'c'));
});

test('layers keep their order and colours when another has more energy; the rest is last', () => {
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
