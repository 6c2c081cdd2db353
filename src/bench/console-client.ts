import { mkdtempSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { CONSOLE_HEADER, IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../contract/console/headers.ts';
import { CONSOLE_ROUTES, type ConsoleRouteName } from '../contract/console/routes.ts';
import { ENDPOINTS, type EndpointName } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { CONSOLE_ORIGIN, CONTROL, type Program, startConsole } from './programs.ts';

export interface Ask {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

interface Asked {
  /** From the request to the last byte of the answer. */
  ms: number;
  bytes: number;
  json: unknown;
}

/** The console as an operator's browser uses it; each call throws unless it succeeds. */
export interface ConsoleClient {
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls a route; the caller reads the body. */
  open(name: ConsoleRouteName, ask?: Ask): Promise<Response>;
  /** Calls a route that answers JSON. */
  ask(name: ConsoleRouteName, ask?: Ask): Promise<Asked>;
  /** Reads from the Service through the proxy. @returns milliseconds to the last byte of the answer */
  pass(name: EndpointName, params: Readonly<Record<string, string>>): Promise<number>;
  /** Sends StopCharging to a Collective. */
  dispatch(collectiveId: string, dispatchId: string): Promise<void>;
}

async function request(method: string, target: string, ask: Ask): Promise<Response> {
  const headers = {
    [CONSOLE_HEADER.name]: CONSOLE_HEADER.value,
    origin: CONSOLE_ORIGIN,
    ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...ask.headers,
  };
  const answer = await fetch(`${CONSOLE_ORIGIN}${target}`, {
    method,
    headers,
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
    ...(ask.signal === undefined ? {} : { signal: ask.signal }),
  });
  if (answer.ok) return answer;
  throw new Error(
    `${method} ${target} got ${answer.status}: ${(await answer.text()).slice(0, 300)}`,
  );
}

function open(name: ConsoleRouteName, ask: Ask = {}): Promise<Response> {
  const { method, path } = CONSOLE_ROUTES[name];
  const query = Object.entries(ask.query ?? {}).map(([key, value]) => [key, String(value)]);
  const text = query.length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
  return request(method, fillPath(path, ask.params ?? {}) + text, ask);
}

/**
 * Starts a console on a Service, with its first administrator signed in.
 * @param service its address, and its credentials unless it takes any
 */
export async function consoleOn(
  service: { baseUrl: string; authUrl: string; clientId?: string; clientSecret?: string },
  settings: Readonly<Record<string, string>>,
): Promise<{ program: Program; client: ConsoleClient }> {
  const program = await startConsole({
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_AUTH_URL: service.authUrl,
    SERVICE_CLIENT_ID: service.clientId ?? 'bench',
    SERVICE_CLIENT_SECRET: service.clientSecret ?? 'bench',
    ...settings,
  });
  const [, code] = /one-time code (\S+)/.exec(program.printed) ?? [];
  const account = { code, name: 'Bench', password: 'a long benchmark' };
  return { program, client: await signIn('firstAdministrator', account) };
}

/** Starts a console with a world of the embedded service in a folder of its own, with an operator signed in. */
export async function consoleWith(
  dir: string,
  world: string,
  settings: Readonly<Record<string, string>>,
) {
  const dataDir = mkdtempSync(`${dir}/console-`);
  const program = await startConsole({
    ...CONTROL.setting,
    DATA_DIR: dataDir,
    SERVICE_WORLD: world,
    ...settings,
  });
  return { program, dataDir, client: await signIn('demoSignIn', { role: 'operator' }) };
}

/** Signs in. @param body as the route expects it */
async function signIn(
  route: 'demoSignIn' | 'firstAdministrator',
  body: unknown,
): Promise<ConsoleClient> {
  const cookies = (await open(route, { body })).headers.getSetCookie();
  const cookie = cookies.map((text) => text.split(';')[0]).join('; ');
  const headers = { [CONSOLE_HEADER.name]: CONSOLE_HEADER.value, cookie };
  const opened: ConsoleClient['open'] = (name, ask) =>
    open(name, { ...ask, headers: { ...ask?.headers, ...headers } });
  return {
    headers,
    open: opened,
    async ask(name, ask) {
      const began = performance.now();
      const answer = await opened(name, ask);
      const text = await answer.text();
      const bytes = Buffer.byteLength(text);
      return { ms: performance.now() - began, bytes, json: text === '' ? null : JSON.parse(text) };
    },
    async pass(name, params) {
      const began = performance.now();
      const { method, path } = ENDPOINTS[name];
      const answer = await request(method, PROXY_PREFIX + fillPath(path, params), { headers });
      await answer.arrayBuffer();
      return performance.now() - began;
    },
    async dispatch(collectiveId, dispatchId) {
      const { method, path } = ENDPOINTS.sendCommand;
      const answer = await request(method, PROXY_PREFIX + fillPath(path, { collectiveId }), {
        body: { type: 'StopCharging', value: null },
        headers: { ...headers, [IDEMPOTENCY_HEADER]: dispatchId },
      });
      await answer.arrayBuffer();
    },
  };
}
