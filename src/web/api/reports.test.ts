import { afterEach, expect, test, vi } from 'vitest';
import { RunChange } from '../../contract/console/report-run.ts';
import { reportRun } from '../testing/report-samples.ts';
import { LiveCache } from './live-cache.ts';
import { createQueryClient } from './query-client.ts';
import { reportRunQuery } from './reports.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const RUNNING = reportRun({ state: 'running', finishedAt: null, hash: null, version: 8 });
const COMPLETE = reportRun({ version: 9 });

/** Tells the end of a run while an answer from before is on its way; returns what is held then. */
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

test('an answer that the event of the end has overtaken does not set the run running again', async () => {
  expect(await overtaken(9, RUNNING)).toMatchObject({ state: 'complete', version: 9 });
});

test('an answer from after the event is taken in', async () => {
  const again = { ...RUNNING, version: 10 };
  expect(await overtaken(9, again)).toMatchObject({ state: 'running', version: 10 });
});
