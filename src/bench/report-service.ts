import { Worker } from 'node:worker_threads';
import { z } from '../contract/zod.ts';
import { built } from './programs.ts';

/** A stand-in for the Device Connectivity Service that answers made-up charge sessions. */
export interface ReportService {
  baseUrl: string;
  authUrl: string;
  /** Pages answered so far. */
  pages(): Promise<number>;
  stop(): Promise<unknown>;
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** The id of an Entity encodes its number of sessions. */
export function entityId(sessions: number, at: number): string {
  return `0f7b7c1e-6f0f-4f7e-9a53-${digits(sessions % 10_000, 4)}${digits(at, 8)}`;
}

/** Starts it in a thread. @param latencyMs between a request and its answer */
export async function startReportService(latencyMs: number): Promise<ReportService> {
  const worker = new Worker(built('server/bench-report-service.js'), {
    workerData: { latencyMs },
  });
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', (message) => resolve(z.int().parse(message)));
    worker.once('error', reject);
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    authUrl: `${baseUrl}/token`,
    pages: async () => Number(await (await fetch(`${baseUrl}/pages`)).text()),
    stop: () => worker.terminate(),
  };
}
