import { StartError } from '../lib/start-error.ts';
import { parseServiceConfig } from './config.ts';
import { type RunningService, startService } from './start-service.ts';

/** The embedded service alone, for tests and tools that speak to it directly. */
async function start(): Promise<RunningService> {
  const parsed = parseServiceConfig(process.env);
  if ('problems' in parsed) throw new StartError(parsed.problems.join('\n'));
  const service = await startService(parsed.config);
  console.log(`Device Connectivity Service (simulated devices): ${service.baseUrl}`);
  console.log(`Token endpoint: ${service.authUrl}`);
  console.log(`World: ${service.worldKey}; data and credentials are in ${parsed.config.dataDir}`);
  if (service.controlUrl !== null) console.log(`Fault controls: ${service.controlUrl}`);
  return service;
}

let service: RunningService | null = null;
let stopping: Promise<void> | null = null;

async function stop(): Promise<void> {
  await service?.close();
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping ??= stop();
  });
}

try {
  service = await start();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
