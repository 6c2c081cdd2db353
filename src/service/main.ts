import { StartError } from '../lib/start-error.ts';
import { parseServiceConfig } from './config.ts';
import { type RunningService, startService, storeFile } from './start-service.ts';
import { exportToFile } from './worlds/export-world.ts';

/** Exports the current state of the configured world to a file; the service may be running. */
async function exportState(file: string): Promise<void> {
  const parsed = parseServiceConfig(process.env);
  if ('problems' in parsed) throw new StartError(parsed.problems.join('\n'));
  await exportToFile(storeFile(parsed.config), file);
  console.log(`${file}: the current state. Load it with SERVICE_WORLD=${file}`);
}

/** Parses the command line: nothing, or `--export FILE`. */
function exportFile(args: readonly string[]): string | null {
  const [option, file] = args;
  if (option === undefined) return null;
  if (option !== '--export' || file === undefined || args.length > 2) {
    throw new StartError('Usage: npm run service [-- --export FILE]');
  }
  return file;
}

/** The embedded service on its own, for tests and tools that use it directly. */
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
  const file = exportFile(process.argv.slice(2));
  if (file === null) service = await start();
  else await exportState(file);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
