// The thread that generates load, so that the measuring program is not slowed down.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import type { z } from '../contract/zod.ts';
import { LoadJob, type LoadFigures } from './load.ts';
import { spread } from './statistics.ts';

const GUARDED = '"dispatch_guarded"';

async function generate(job: z.infer<typeof LoadJob>): Promise<LoadFigures> {
  const { origin, requests, ms, connections } = job;
  const pool = new Pool(origin, { connections });
  const times: number[] = [];
  let failed = 0;
  let guarded = 0;
  let next = 0;
  const began = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      const at = performance.now();
      const request = requests[next++ % requests.length];
      if (request === undefined) throw new Error('there is nothing to ask for');
      const { uniqueHeader, headers, ...rest } = request;
      const unique = uniqueHeader === undefined ? {} : { [uniqueHeader]: randomUUID() };
      const answer = await pool.request({ ...rest, headers: { ...headers, ...unique } });
      if (answer.statusCode === 409 && (await answer.body.text()).includes(GUARDED)) guarded += 1;
      else if (answer.statusCode >= 300) failed += 1;
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  const { p50, p99 } = spread(times);
  return { perSecond: times.length / seconds, p50, p99, failed, guarded };
}

parentPort?.postMessage(await generate(LoadJob.parse(workerData)), []);
