import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { collectivesQuery } from '../../api/directory.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { collective } from '../../testing/samples.ts';
import { useKnownCounts } from './known-counts.ts';

/** The counts with a cache of its own, as after a reload. */
function counts(seed: number | null) {
  const client = createQueryClient(() => {});
  if (seed !== null) {
    const one = collective(['EV']).collective;
    const collectives = Array.from({ length: seed }, () => one);
    client.setQueryData(collectivesQuery.queryKey, { collectives, asOf: '2026-03-22T10:00:00Z' });
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useKnownCounts, { wrapper }).result.current;
}

test('without a read there is no count', () => {
  expect(counts(null)).toEqual({});
});

test('after a reload the last known count stays until the list is read again', () => {
  expect(counts(3)).toEqual({ '/collectives': 3 });
  expect(counts(null)).toEqual({ '/collectives': 3 });
  expect(counts(4)).toEqual({ '/collectives': 4 });
});

test('what is stored and is no count is not shown', () => {
  sessionStorage.setItem('gridhelm-rail-counts', '{"/collectives":"many"}');
  expect(counts(null)).toEqual({});
});
