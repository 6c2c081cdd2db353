import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { STALE_HEADER } from '../../contract/console/stale.ts';
import { call } from './client.ts';
import { knownQuery, noteQuery } from './query.ts';
import { servicePages } from './service-pages.ts';

const params = { entityId: 'a24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0' };
const PLACE = { id: params.entityId, label: 'Depot', latitude: 51.9, longitude: 4.4 };
const NOWHERE = { ...PLACE, latitude: 'x' };
const ONE =
  'One item of the Device Connectivity Service’s answer cannot be used: "data.1.latitude" is missing or wrong. The others are kept.';
const READ_AT = 'Mon, 02 Mar 2026 08:00:00 GMT';
const features = knownQuery(ENDPOINTS.listFeatures, { params });
const locations = servicePages(ENDPOINTS.listLocations, { params });

afterEach(() => vi.unstubAllGlobals());

/** Answers the next requests in turn. @returns what they said of the age of their answers */
function serve(...answers: Response[]): (string | null)[] {
  const told: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    told.push(headers.get('Cache-Control'));
    return answers.shift() ?? Response.error();
  });
  return told;
}

/** What the Service said last, as the proxy answers it. @param code why it does not answer, or null */
function saidLast(body: unknown, code: string | null, beforeChange = false): Response {
  const errors = [{ code: null, message: 'Back at four', description: null }];
  const reason = code && { code, source: 'service', errors, upstreamStatus: 503, requestId: 'r' };
  const headers = {
    'Last-Modified': READ_AT,
    [STALE_HEADER]: encodeURIComponent(JSON.stringify({ reason, beforeChange })),
  };
  return Response.json(body, { headers });
}
const isOn = (isEnabled: boolean) => [{ feature: 'CaptureChargeSessions', isEnabled }];

test('what was said last is shown at once, then what the Service answers', async () => {
  const client = new QueryClient();
  let answer = (_response: Response) => {};
  const told: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Headers }) => {
    told.push(headers.get('Cache-Control'));
    if (told.length === 1) return Promise.resolve(saidLast(isOn(false), null));
    return new Promise<Response>((resolve) => (answer = resolve));
  });
  const read = client.fetchQuery(features);
  await vi.waitFor(() => expect(told).toEqual(['max-stale', null]));
  expect(client.getQueryData(features.queryKey)).toEqual(isOn(false));
  expect(client.getQueryState(features.queryKey)).toMatchObject({
    fetchStatus: 'fetching',
    dataUpdatedAt: Date.parse(READ_AT),
  });
  answer(Response.json(isOn(true)));
  expect(await read).toEqual(isOn(true));
  expect(client.getQueryData(noteQuery(features.queryKey).queryKey)?.stale).toBeNull();
});

test('if the Service fails, what it said last stays with the reason, as of when it was read', async () => {
  const client = new QueryClient();
  serve(saidLast(isOn(false), null), saidLast(isOn(false), 'upstream_unavailable', true));
  await expect(client.fetchQuery(features)).rejects.toThrow('upstream_unavailable');
  expect(client.getQueryState(features.queryKey)).toMatchObject({
    data: isOn(false),
    status: 'error',
    dataUpdatedAt: Date.parse(READ_AT),
  });
  expect(client.getQueryData(noteQuery(features.queryKey).queryKey)?.stale).toMatchObject({
    readAt: '2026-03-02T08:00:00.000Z',
    beforeChange: true,
  });
});

test('an answer of now is never replaced by an older one, also after a change without an answer', async () => {
  const client = new QueryClient();
  const told = serve(
    Response.json(isOn(true)),
    Response.json({ code: 'upstream_timeout' }, { status: 504 }),
  );
  await client.fetchQuery(features);
  await expect(client.fetchQuery(features)).rejects.toThrow('504');
  expect(told).toEqual(['max-stale', 'stale-if-error=0']);
  expect(client.getQueryData(features.queryKey)).toEqual(isOn(true));
});

test('other reads of the Service take only what it answers now', async () => {
  const told = serve(Response.json(isOn(true)));
  await call(ENDPOINTS.listFeatures, { params });
  expect(told).toEqual(['stale-if-error=0']);
});

test('a list has the items that can be used, and its note tells of the others until it is read in full', async () => {
  const client = new QueryClient();
  const leftOut = () => client.getQueryData(noteQuery(locations.queryKey).queryKey)?.leftOut;
  const meta = { continuationToken: 'two', pageSize: 2 };
  const told = serve(
    Response.json({ data: [PLACE, NOWHERE], meta }),
    Response.json({ data: [{ ...PLACE, id: 'b24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0' }] }),
    Response.json({ data: [PLACE] }),
  );
  const { pages } = await client.fetchInfiniteQuery({ ...locations, pages: 2 });
  expect(pages.map(({ data }) => data.length)).toEqual([1, 1]);
  expect(leftOut()).toBe(ONE);
  // A further page is never stale.
  expect(told).toEqual(['max-stale', 'stale-if-error=0']);
  await client.fetchInfiniteQuery(locations);
  expect(leftOut()).toBeNull();
});

test('a list of which no item can be used is no answer', async () => {
  serve(Response.json({ data: [NOWHERE] }));
  await expect(new QueryClient().fetchInfiniteQuery(locations)).rejects.toThrow('data.0.latitude');
});
