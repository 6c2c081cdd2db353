import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_DIALECT } from '../contract/queries.ts';
import { DEFAULT_SCOPE } from '../contract/token.ts';
import { machineClock } from '../service/clock.ts';
import { parseServiceConfig } from '../service/config.ts';
import { startService } from '../service/start-service.ts';
import { StartError } from '../lib/start-error.ts';
import { type Embedded, runConformance } from './run.ts';

/** A demo in a separate folder; waiting advances its clock without delay. */
async function startEmbedded(): Promise<Embedded> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gridhelm-conformance-'));
  const remove = () => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  let skewMs = 0;
  const now = () => machineClock() + skewMs;
  const parsed = parseServiceConfig({ SERVICE_PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  if ('problems' in parsed) throw new StartError(parsed.problems.join('\n'));
  try {
    const service = await startService(parsed.config, now);
    return {
      access: {
        baseUrl: service.baseUrl,
        authUrl: service.authUrl,
        ...service.credentials,
        scope: DEFAULT_SCOPE,
        dialect: DEFAULT_DIALECT,
      },
      directory: service.directory(),
      now,
      wait: (ms) => {
        skewMs += ms;
        return Promise.resolve();
      },
      close: async () => {
        await service.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal stops at once, even if changes are left behind.
    if (stop.signal.aborted) process.exit(130);
    process.stdout.write('Stopping: what was changed is put back. Again to stop without that.\n');
    stop.abort();
  });
}

/** Waits; once the run is to stop, only the short pauses of reverting changes. */
async function wait(ms: number): Promise<void> {
  if (stop.signal.aborted) return sleep(Math.min(ms, 1_000));
  await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
}

process.exitCode = await runConformance({
  args: process.argv.slice(2),
  env: process.env,
  now: machineClock,
  wait,
  startEmbedded,
  stop: stop.signal,
  write: (text) => {
    process.stdout.write(text);
  },
});
