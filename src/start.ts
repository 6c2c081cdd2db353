import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { DEFAULT_SCOPE } from './contract/token.ts';
import { DEFAULT_DIALECT } from './contract/queries.ts';
import { parseConsoleConfig } from './server/config.ts';
import { startConsole } from './server/start-console.ts';
import { StartError } from './lib/start-error.ts';
import { parseServiceConfig } from './service/config.ts';
import { startService } from './service/start-service.ts';

/** The built console lies beside the server bundle, in dist/. */
const WEB_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'web');

// Left alone, the heap grows to four times what is used while a fleet is read. Collected at one and a half times,
// it takes a third less memory and the same time.
setFlagsFromString('--heap-growing-percent=50');

interface Closable {
  close(): Promise<void>;
}

async function start(running: Closable[]): Promise<void> {
  const startedAt = performance.now();
  const forConsole = parseConsoleConfig(process.env);
  const forService = parseServiceConfig(process.env);
  const problems = [forConsole, forService].flatMap((parsed) =>
    'problems' in parsed ? parsed.problems : [],
  );
  if ('problems' in forConsole || 'problems' in forService) {
    throw new StartError([...new Set(problems)].join('\n'));
  }
  const { config } = forConsole;

  let upstream = config.upstream;
  let seed = null;
  let deviceService = null;
  if (upstream === null) {
    deviceService = await startService(forService.config);
    running.push(deviceService);
    upstream = {
      baseUrl: deviceService.baseUrl,
      authUrl: deviceService.authUrl,
      ...deviceService.credentials,
      scope: DEFAULT_SCOPE,
      dialect: DEFAULT_DIALECT,
      timeoutMs: config.timeoutMs,
      maxInFlight: config.maxInFlight,
    };
    seed = { source: `world:${deviceService.worldKey}`, directory: deviceService.directory() };
  }
  const gridhelm = await startConsole({
    config,
    upstream,
    embedded: deviceService !== null,
    webDir: WEB_DIR,
    reportWorker: new URL('report-worker.js', import.meta.url),
    seed,
    setupCodeSink: (line) => console.log(line),
  });
  running.unshift(gridhelm);

  const lines = [`Gridhelm is ready at ${gridhelm.origin}`];
  if (deviceService === null) {
    lines.push('Connected to the Device Connectivity Service of your settings.');
  } else {
    lines.push(
      'Sign in there with one click as a demo operator; no password is needed.',
      `Embedded Device Connectivity Service, simulated devices: ${deviceService.baseUrl}`,
    );
    if (deviceService.controlUrl !== null) {
      lines.push(`Fault controls of the embedded service: ${deviceService.controlUrl}`);
    }
  }
  lines.push(`Started in ${Math.round(performance.now() - startedAt)} ms. Stop with Ctrl+C.`);
  console.log(lines.join('\n'));
}

const running: Closable[] = [];
let stopping: Promise<void> | null = null;

/** Closes the console first, so that what it has under way still reaches the service. */
async function stop(code: number): Promise<void> {
  for (const part of running) await part.close();
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping ??= stop(0);
  });
}

try {
  await start(running);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  await stop(1);
}
