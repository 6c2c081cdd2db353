import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { call } from './client.ts';
import { useLeftOut } from './left-out.ts';

const params = { entityId: 'a24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0' };
afterEach(() => vi.unstubAllGlobals());

/** Reads a page of Locations, of which something may be left out. */
async function read(leftOut: string | null, continuationToken?: string) {
  const headers = new Headers();
  if (leftOut !== null) headers.set('X-Gridhelm-Left-Out', encodeURIComponent(leftOut));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [] }, { headers })));
  const query = continuationToken === undefined ? {} : { continuationToken };
  await act(() => call(ENDPOINTS.listLocations, { params, query }));
}

test('a live list reports what was left out, until its first page is read in full', async () => {
  const { result } = renderHook(() => useLeftOut('listLocations', params));
  const other = renderHook(() => useLeftOut('listFeatures', params)).result;
  expect(result.current).toBeNull();
  await read('One item’s id is missing.');
  expect([result.current, other.current]).toEqual(['One item’s id is missing.', null]);
  await read(null, 'page two');
  expect(result.current).toBe('One item’s id is missing.');
  await read(null);
  expect(result.current).toBeNull();
});
