import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_DIALECT } from '../../contract/queries.ts';
import { DEFAULT_SCOPE } from '../../contract/token.ts';
import { machineClock } from '../clock.ts';
import { parseServiceConfig } from '../config.ts';
import { startService } from '../start-service.ts';
import { StartError } from '../../lib/start-error.ts';
import { type Embedded, runConformance } from './run.ts';

/** A demo of its own in a folder of its own; waiting moves its time on and takes none. */
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

process.exitCode = await runConformance({
  args: process.argv.slice(2),
  env: process.env,
  now: machineClock,
  wait: (ms) => sleep(ms),
  startEmbedded,
  write: (text) => {
    process.stdout.write(text);
  },
});
