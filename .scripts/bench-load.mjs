// What the benchmark measures with: programs that it starts, and a load generator in a worker.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Pool } from 'undici';
import { root } from './prepare.mjs';

/** Requests under way at the same time. */
const CONNECTIONS = 16;

/** Starts a program of dist/server; resolves once it prints a line that matches. */
export async function startProgram(name, env, ready) {
  const began = performance.now();
  const program = spawn(process.execPath, [path.join(root, 'dist', 'server', name)], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => program.once('exit', resolve));
  let printed = '';
  await new Promise((resolve, reject) => {
    program.stdout.on('data', (text) => {
      printed += text;
      if (ready.test(printed)) resolve();
    });
    void ended.then((code) => reject(new Error(`${name} ended with ${code}: ${printed}`)));
  });
  return {
    printed,
    startMs: performance.now() - began,
    /** Resident now and at most, in MB. */
    memory: () => {
      const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
      const mb = (key) =>
        Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
      return { now: mb('VmRSS'), most: mb('VmHWM') };
    },
    stop: async () => {
      program.kill('SIGTERM');
      await ended;
    },
  };
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Asks for paths in turn for a while, in a thread of its own.
 * @returns requests per second, p50 and p99 in ms, and answers that were not 2xx
 */
export function load(origin, requests, ms) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { origin, requests, ms } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function generate({ origin, requests, ms }) {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const times = [];
  let failed = 0;
  let next = 0;
  const began = performance.now();
  const one = async () => {
    while (performance.now() - began < ms) {
      const at = performance.now();
      const answer = await pool.request(requests[next++ % requests.length]);
      await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
      if (answer.statusCode >= 300) failed += 1;
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  const seconds = (performance.now() - began) / 1000;
  await pool.close();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed,
  };
}

if (!isMainThread && workerData?.requests !== undefined) {
  parentPort.postMessage(await generate(workerData), []);
}
