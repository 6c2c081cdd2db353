import { Worker } from 'node:worker_threads';
import { z } from '../contract/zod.ts';
import { built } from './programs.ts';

/** Input of a load thread. */
export const LoadJob = z.object({
  origin: z.string(),
  requests: z.array(
    z.object({
      method: z.enum(['GET', 'POST']).default('GET'),
      path: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().optional(),
      /** A header that gets another UUID with each request. */
      uniqueHeader: z.string().optional(),
    }),
  ),
  ms: z.number(),
  /** Concurrent requests. */
  connections: z.int().positive(),
});
type LoadJob = z.input<typeof LoadJob>;

export const LoadFigures = z.object({
  perSecond: z.number(),
  /** Latencies in milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Answers other than 2xx, without those of the next. */
  failed: z.number(),
  /** Dispatches that the guard stopped, as another to the same Entities was in flight. */
  guarded: z.number(),
});
export type LoadFigures = z.infer<typeof LoadFigures>;

/**
 * Sends requests round-robin, from a separate thread.
 * @param ms duration
 */
export function load(
  origin: string,
  requests: LoadJob['requests'],
  ms: number,
  connections = 16,
): Promise<LoadFigures> {
  const workerData: LoadJob = { origin, requests, ms, connections };
  return new Promise((resolve, reject) => {
    const worker = new Worker(built('server/bench-load.js'), { workerData });
    worker.once('message', (figures) => resolve(LoadFigures.parse(figures)));
    worker.once('error', reject);
  });
}
