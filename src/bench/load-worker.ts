// The thread that makes load, so that the measuring program does not slow it down.
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { LoadJob, type LoadFigures } from './load.ts';
import { spread } from './statistics.ts';

/** Requests under way at the same time. */
const CONNECTIONS = 16;

async function generate({ origin, requests, ms }: LoadJob): Promise<LoadFigures> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const began = performance.now();
  const one = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      const at = performance.now();
      const request = requests[next++ % requests.length];
      if (request === undefined) throw new Error('there is nothing to ask for');
      const answer = await pool.request({ ...request, method: 'GET' });
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (answer.statusCode >= 300) failed += 1;
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  const { p50, p99 } = spread(times);
  return { perSecond: times.length / seconds, p50, p99, failed };
}

parentPort?.postMessage(await generate(LoadJob.parse(workerData)), []);
