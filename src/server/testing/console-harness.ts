import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { z } from '../../contract/zod.ts';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import { Problem } from '../../contract/console/problem.ts';
import type { Role } from '../../contract/console/session.ts';
import { RETENTION } from '../../domain/retention.ts';
import { DEFAULT_DIALECT } from '../../contract/queries.ts';
import { TEST_WORKER } from '../../operations/reports/testing/test-worker.ts';
import { placeStore } from '../../store/testing/memory-store.ts';
import { ON_POSTGRES, postgresUrl } from '../../store/testing/postgres-store.ts';
import type { ConsoleConfig } from '../config.ts';
import type { ConsoleOptions, RunningConsole } from '../console-options.ts';
import { startConsole } from '../start-console.ts';
import { CREDENTIALS, type FakeService } from './fake-service.ts';

/** A request specified to the byte, which no browser or URL parser would send. */
interface Ask {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | object;
}

/** An answer. */
interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  json(): unknown;
  problem(): Problem;
  /** Its status, and the code of its problem. */
  code(): [status: number, code: string];
  /** Its status, and the first message of its problem. */
  refusal(): [status: number, message: string | null | undefined];
}

/** Sends a request to a port of this machine and reads the whole answer. */
function ask(
  port: number,
  { method = 'GET', path: target, headers, body }: Ask,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const isText = body === undefined || typeof body === 'string';
    const content = isText ? body : JSON.stringify(body);
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        agent: false,
        headers: {
          ...(isText ? {} : { 'content-type': 'application/json' }),
          ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          const status = response.statusCode ?? 0;
          const problem = () => Problem.parse(JSON.parse(text));
          resolve({
            status,
            headers: response.headers,
            text,
            json: (): unknown => JSON.parse(text),
            problem,
            code: () => [status, problem().code],
            refusal: () => [status, problem().errors[0]?.message],
          });
        });
      },
    );
    request.on('error', reject);
    request.end(content);
  });
}

export const FLEET = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0001';
export const CARS = [
  '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0101',
  '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0102',
] as const;

/** A fleet of two cars. */
export const SMALL_DIRECTORY: DirectoryImport = {
  collectives: [{ id: FLEET, name: 'Depot', type: 'Fleet', owner: null, entities: [...CARS] }],
  entities: [
    { id: CARS[0], name: 'Van 1', type: 'EV', brand: 'Volta' },
    { id: CARS[1], name: 'Van 2', type: 'EV', brand: 'Volta' },
  ],
};

/** A folder with a minimal page, and with files that must not be served. */
function smallWebDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'web-'));
  mkdirSync(path.join(dir, 'assets'));
  writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>page</title>');
  const script = `export const a = "${'x'.repeat(4000)}";`;
  writeFileSync(path.join(dir, 'assets', 'main-abc.js'), script);
  writeFileSync(path.join(dir, 'assets', 'main-abc.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(dir, 'assets', 'main-abc.js.gz'), gzipSync(script));
  writeFileSync(path.join(dir, 'world.pmtiles'), '0123456789');
  writeFileSync(path.join(dir, 'assets', 'main-abc.js.map'), '{}');
  writeFileSync(path.join(dir, '.hidden'), 'secret');
  return dir;
}

type Send = (
  what: string,
  cookie?: string,
  body?: string | object,
  headers?: Ask['headers'],
) => Promise<HttpResponse>;

/** A console under test. */
export interface TestConsole {
  running: RunningConsole;
  port: number;
  dataDir: string;
  /** Where its store is, as `openStore` takes it. */
  store: string;
  logs: string[];
  /** Sends a request unchanged. */
  ask(request: Ask): Promise<HttpResponse>;
  /** Sends a request like the console's page. */
  page(request: Ask, cookie?: string): Promise<HttpResponse>;
  /** The same in fewer words. @param what method and path, as `PUT /api/...` */
  send: Send;
  /** Signs a demo operator in; returns the cookie. */
  signIn(role: Role): Promise<string>;
}

/** Settings for tests: a free port and short waits. */
function testConfig(dataDir: string): ConsoleConfig {
  return {
    host: '127.0.0.1',
    port: 0,
    metrics: null,
    dataDir,
    databaseUrl: null,
    publicOrigin: null,
    publicPath: '',
    upstream: null,
    oidc: null,
    timeoutMs: 1000,
    maxInFlight: 4,
    requestsPerSecond: 20,
    // Tests count their own requests; one about the fleet sets a policy.
    fleetPolicy: null,
    retention: RETENTION,
    verificationWaitMinutes: 10,
    guardMinutes: 0,
    resolverSettleSeconds: 15,
    resolverHorizonMinutes: 30,
    trustProxy: 0,
    logLevel: 'trace',
    capacityUnit: 'kWh',
    confirmEntities: 100,
    basemap: null,
    basemapFile: null,
  };
}

const databases = new Map<string, Promise<string>>();

/** In tests on PostgreSQL, the database that belongs to a data folder; else null. */
async function databaseOf(dataDir: string): Promise<string | null> {
  if (!ON_POSTGRES) return null;
  const found = databases.get(dataDir) ?? postgresUrl();
  databases.set(dataDir, found);
  return found;
}

/** Starts a console in front of a fake Service. */
export async function startTestConsole(
  fake: Pick<FakeService, 'baseUrl' | 'authUrl'>,
  more: Partial<Omit<ConsoleOptions, 'config'>> & { config?: Partial<ConsoleConfig> } = {},
): Promise<TestConsole> {
  const dataDir = more.config?.dataDir ?? mkdtempSync(path.join(tmpdir(), 'console-'));
  const config = { ...testConfig(dataDir), databaseUrl: await databaseOf(dataDir), ...more.config };
  const file = path.join(dataDir, 'console.db');
  const isFile = config.databaseUrl === null;
  if (isFile && existsSync(dataDir) && !existsSync(file)) await placeStore(file);
  const logs: string[] = [];
  const { clientId, clientSecret } = CREDENTIALS;
  const running = await startConsole({
    upstream: {
      baseUrl: fake.baseUrl,
      authUrl: fake.authUrl,
      clientId,
      clientSecret,
      scope: 'esp',
      dialect: DEFAULT_DIALECT,
      timeoutMs: config.timeoutMs,
      maxInFlight: config.maxInFlight,
    },
    embedded: true,
    webDir: smallWebDir(),
    reportWorker: TEST_WORKER,
    seed: { source: 'world:test', directory: SMALL_DIRECTORY },
    logTo: { write: (line) => logs.push(line) },
    ...more,
    config,
  });
  const { port } = running;
  const page: TestConsole['page'] = (request, cookie) =>
    ask(port, {
      ...request,
      headers: {
        'x-gridhelm': '1',
        'sec-fetch-site': 'same-origin',
        ...(cookie === undefined ? {} : { cookie }),
        ...request.headers,
      },
    });
  return {
    running,
    port,
    dataDir,
    store: config.databaseUrl ?? file,
    logs,
    ask: (request) => ask(port, request),
    page,
    send(what, cookie, body, headers = {}) {
      const at = what.indexOf(' ');
      const asked = { method: what.slice(0, at), path: what.slice(at + 1), headers };
      return page(body === undefined ? asked : { ...asked, body }, cookie);
    },
    async signIn(role) {
      const told = await page({ method: 'POST', path: '/auth/demo', body: { role } });
      const [cookie] = z.array(z.string()).parse(told.headers['set-cookie']);
      return cookie?.split(';')[0] ?? '';
    },
  };
}
