import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { RunChange } from '../../contract/console/report-run.ts';
import { reportRun } from '../testing/report-samples.ts';
import { uuid } from '../testing/samples.ts';
import { LiveCache } from './live-cache.ts';
import { createQueryClient } from './query-client.ts';
import { exploreReportMutation, reportRunQuery } from './report-runs.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const RUNNING = reportRun({ state: 'running', finishedAt: null, hash: null, version: 8 });
const COMPLETE = reportRun({ version: 9 });

/** Pushes the end of a run while an older answer is in flight; returns what is cached then. */
async function overtaken(version: number, answered: typeof RUNNING) {
  let settle: (answer: Response) => void = () => {};
  const answer = new Promise<Response>((resolve) => {
    settle = resolve;
  });
  vi.stubGlobal('fetch', () => answer);
  const client = createQueryClient(() => {});
  const live = new LiveCache(client, { onEnded() {}, onLateFind() {} });
  const query = reportRunQuery(RUNNING.id);
  live.apply(told(8));
  client.setQueryData(query.queryKey, RUNNING);
  const reading = client.fetchQuery(query);
  live.apply({ ...told(version), reports: [RunChange.parse(COMPLETE)] });
  settle(Response.json(answered));
  await reading;
  live.close();
  return client.getQueryData(query.queryKey);
}

const told = (version: number) => ({
  version,
  batches: [],
  sweeps: [],
  reports: [],
  more: false,
  asOf: '2026-03-02T14:02:31Z',
});

test('an answer overtaken by the end event does not set the run running again', async () => {
  expect(await overtaken(9, RUNNING)).toMatchObject({ state: 'complete', version: 9 });
});

test('an answer newer than the event is applied', async () => {
  const again = { ...RUNNING, version: 10 };
  expect(await overtaken(9, again)).toMatchObject({ state: 'running', version: 10 });
});

test('a run being replaced is not requested while its page changes', async () => {
  const asked: string[] = [];
  let answer: (to: Response) => void = () => {};
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    asked.push(`${method ?? 'GET'} ${url.replace(/^.*runs\//, '')}`);
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  const client = createQueryClient(() => {});
  const live = new LiveCache(client, { onEnded() {}, onLateFind() {} });
  live.apply(told(8));
  const other = { ...COMPLETE, id: uuid(2) };
  client.setQueryData(reportRunQuery(COMPLETE.id).queryKey, COMPLETE);
  client.setQueryData(reportRunQuery(other.id).queryKey, other);
  const stops = [COMPLETE, other].map(({ id }) =>
    new QueryObserver(client, { ...reportRunQuery(id), staleTime: Infinity }).subscribe(() => {}),
  );
  const explore = new MutationObserver(client, exploreReportMutation(client, COMPLETE.id));
  const exploring = explore.mutate({
    period: { kind: 'preset', preset: 'last-week' },
    tariff: null,
  });
  await vi.waitFor(() => expect(asked).toEqual([`POST ${COMPLETE.id}/explore`]));
  const made = answer;
  // The removal of the old run may be pushed before the answer, and again before the page has changed.
  live.apply({ ...told(9), more: true });
  await vi.waitFor(() => expect(asked).toContain(`GET ${other.id}`));
  made(Response.json({ ...COMPLETE, id: uuid(3) }));
  await exploring;
  live.apply({ ...told(10), more: true });
  expect(asked).not.toContain(`GET ${COMPLETE.id}`);
  // One that is opened later is read like any other.
  explore.reset();
  await vi.waitFor(() => expect(client.getMutationCache().getAll()).toEqual([]));
  live.apply({ ...told(11), more: true });
  await vi.waitFor(() => expect(asked).toContain(`GET ${COMPLETE.id}`));
  for (const stop of stops) stop();
  live.close();
  client.clear();
});
