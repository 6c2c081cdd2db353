import { Worker } from 'node:worker_threads';
import { z } from '../contract/zod.ts';
import { built } from './programs.ts';

/** What a thread of load is given. */
export const LoadJob = z.object({
  origin: z.string(),
  requests: z.array(z.object({ path: z.string(), headers: z.record(z.string(), z.string()) })),
  ms: z.number(),
});
export type LoadJob = z.infer<typeof LoadJob>;

export const LoadFigures = z.object({
  perSecond: z.number(),
  /** Latencies in milliseconds. */
  p50: z.number(),
  p99: z.number(),
  /** Answers other than 2xx. */
  failed: z.number(),
});
export type LoadFigures = z.infer<typeof LoadFigures>;

/**
 * Sends GET requests round-robin over 16 connections, from a separate thread.
 * @param ms for how long
 */
export function load(
  origin: string,
  requests: LoadJob['requests'],
  ms: number,
): Promise<LoadFigures> {
  const workerData: LoadJob = { origin, requests, ms };
  return new Promise((resolve, reject) => {
    const worker = new Worker(built('server/bench-load.js'), { workerData });
    worker.once('message', (figures) => resolve(LoadFigures.parse(figures)));
    worker.once('error', reject);
  });
}
