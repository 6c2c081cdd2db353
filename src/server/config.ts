import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from '../contract/zod.ts';
import { isLoopback } from '../lib/loopback.ts';
import { Dialect } from '../contract/queries.ts';
import { DEFAULT_SCOPE } from '../contract/token.ts';
import { CONFIRM_ENTITIES_DEFAULT } from '../domain/confirmation-rule.ts';
import { messageOf } from '../lib/message-of.ts';
import { FLEET_POLICY, type FleetPolicy } from '../domain/fleet-policy.ts';
import type { UpstreamSettings } from '../bff/upstream/settings.ts';
import { FLEET_POLICY_EXPECTED, FleetPolicySetting } from './fleet-policy-setting.ts';
import { STREETS_PATH } from './streets.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings of the console's server. */
export interface ConsoleConfig {
  host: string;
  /** TCP port; 0 takes any free one. */
  port: number;
  dataDir: string;
  /** Origin that browsers use, or null for the listening address itself. */
  publicOrigin: string | null;
  /** Null: the embedded service is used. */
  upstream: UpstreamSettings | null;
  timeoutMs: number;
  maxInFlight: number;
  /** Maximum background requests per second. */
  requestsPerSecond: number;
  /** How often the console reads the fleet; null: only on request. */
  fleetPolicy: FleetPolicy | null;
  /** How long a verification is awaited after a success without one, in minutes. */
  verificationWaitMinutes: number;
  /** The same Command within this many minutes needs an override; 0: never. */
  guardMinutes: number;
  /** How long after a send the Service may take to list its Commands, in seconds. */
  resolverSettleSeconds: number;
  /** Tolerance for the Service's clock beyond its measured offset, in seconds. */
  resolverSlackSeconds: number;
  /** How long after a send its Commands may still appear, in minutes: a resend then needs a reason. */
  resolverHorizonMinutes: number;
  /** Trusted proxies for X-Forwarded-For: their number, or their addresses. */
  trustProxy: number | string[];
  logLevel: (typeof LOG_LEVELS)[number];
  /** The unit of battery capacities, which the interface does not define. */
  capacityUnit: string;
  /** Above this many Entities a dispatch needs the typed name of the Collective. */
  confirmEntities: number;
  /** Tiles instead of the built-in basemap, or null. */
  basemap: { url: string; attribution: string; streets?: true } | null;
  /** The .pmtiles file that the console serves for `basemap`, or null. */
  basemapFile: string | null;
  /** Target for heads of the audit log, or null. */
  auditWebhookUrl: string | null;
}

/** Background requests per second: a real service has other clients too. */
const REQUESTS_PER_SECOND = { embedded: 100, real: 20 } as const;

type Environment = Readonly<Record<string, string | undefined>>;

const Whole = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const Address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
});

const Webhook = Address.refine(
  (text) => text.startsWith('https:') || isLoopback(new URL(text).hostname),
);

const Origin = Address.transform((text) => new URL(text)).refine(
  (url) => url.pathname === '/' && (url.protocol === 'https:' || isLoopback(url.hostname)),
);

const Proxies = z.union([
  z.literal('false').transform(() => 0),
  Whole.pipe(z.number().max(10)),
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => isIP(part.split('/')[0] ?? '') !== 0)),
]);

const ParameterName = z.string().regex(/^[\w.$[\]-]{1,64}$/);

/** Parses single settings and collects the problems. */
class Reader {
  readonly problems: string[] = [];
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The text of a setting; an empty one counts as absent. */
  text(name: string): string | null {
    const text = this.#env[name]?.trim();
    return text === undefined || text === '' ? null : text;
  }

  complain(name: string, wrong: string, expected: string): void {
    this.problems.push(`${name}: ${wrong}, ${expected}`);
  }

  /** A setting, parsed with a schema; the fallback is used if it is absent or invalid. */
  read<S extends z.ZodType, D>(name: string, schema: S, fallback: D, expected: string) {
    const text = this.text(name);
    if (text === null) return fallback;
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    this.complain(name, `is not valid (${JSON.stringify(text.slice(0, 80))})`, expected);
    return fallback;
  }

  /** A secret, from its variable or from the file named by `<name>_FILE`. Never quoted. */
  secret(name: string): string | null {
    const file = this.text(`${name}_FILE`);
    const direct = this.text(name);
    if (file === null) return direct;
    if (direct !== null) {
      this.complain(`${name}_FILE`, `is set together with ${name}`, 'expected only one of them');
      return direct;
    }
    try {
      const content = readFileSync(file, 'utf8').trim();
      if (content !== '') return content;
      this.complain(`${name}_FILE`, 'names an empty file', 'expected a file that holds the secret');
    } catch (error) {
      this.complain(`${name}_FILE`, `cannot be read (${messageOf(error)})`, 'expected a file');
    }
    return null;
  }
}

function readDialect(reader: Reader): Dialect {
  const name = (variable: string) =>
    reader.read(variable, ParameterName, undefined, 'expected the name of a query parameter');
  const dialect = Dialect.parse({
    start: name('SERVICE_PARAM_START'),
    end: name('SERVICE_PARAM_END'),
    pageSize: name('SERVICE_PARAM_PAGE_SIZE'),
    continuationToken: name('SERVICE_PARAM_CONTINUATION_TOKEN'),
    ignoreCooldown: name('SERVICE_PARAM_IGNORE_COOLDOWN'),
  });
  const names = Object.values(dialect);
  if (new Set(names).size < names.length) {
    reader.complain('SERVICE_PARAM_*', 'give two parameters one name', 'expected different names');
  }
  return dialect;
}

function readUpstream(
  reader: Reader,
  shared: { timeoutMs: number; maxInFlight: number },
): UpstreamSettings | null {
  const expected = 'expected an http(s) address without credentials, query or fragment';
  const dialect = readDialect(reader);
  const settings = {
    SERVICE_BASE_URL: reader.read('SERVICE_BASE_URL', Address, null, expected),
    SERVICE_AUTH_URL: reader.read('SERVICE_AUTH_URL', Address, null, expected),
    SERVICE_CLIENT_ID: reader.text('SERVICE_CLIENT_ID'),
    SERVICE_CLIENT_SECRET: reader.secret('SERVICE_CLIENT_SECRET'),
  };
  // Client id and secret alone configure the embedded service.
  if (reader.text('SERVICE_BASE_URL') === null && reader.text('SERVICE_AUTH_URL') === null) {
    return null;
  }
  for (const name of Object.keys(settings)) {
    if (reader.text(name) !== null || reader.text(`${name}_FILE`) !== null) continue;
    reader.complain(
      name,
      'is missing (no value given)',
      `expected all of ${Object.keys(settings).join(', ')} to connect to a real service, or none`,
    );
  }
  const { SERVICE_BASE_URL: baseUrl, SERVICE_AUTH_URL: authUrl } = settings;
  const { SERVICE_CLIENT_ID: clientId, SERVICE_CLIENT_SECRET: clientSecret } = settings;
  if (baseUrl === null || authUrl === null || clientId === null || clientSecret === null) {
    return null;
  }
  return {
    baseUrl,
    authUrl,
    clientId,
    clientSecret,
    scope: reader.text('SERVICE_SCOPE') ?? DEFAULT_SCOPE,
    dialect,
    ...shared,
  };
}

/** Map tiles: an https address with {z}, {x} and {y}, or a path on the console's own origin. */
const Tiles = z
  .string()
  .max(500)
  .refine((text) => ['{z}', '{x}', '{y}'].every((part) => text.split(part).length === 2))
  .refine((text) => {
    const own = /^\/(?![/\\])/.test(text);
    const filled = text.replaceAll(/\{[zxyr]\}/g, '0');
    if (/[{}<>"'\s;,]/.test(filled)) return false;
    if (own) return true;
    if (!URL.canParse(filled)) return false;
    const url = new URL(filled);
    const safe =
      url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
    // Tile coordinates may only be in the path, so that the origin of all tiles is known.
    return (
      safe && url.username === '' && url.password === '' && !/[{}]/.test(text.split('/')[2] ?? '')
    );
  });

/** A file of vector tiles, by its name or its address. */
const STREETS_FILE = /\.pmtiles(?:[?#].*)?$/;
const STREETS_ATTRIBUTION = '© OpenStreetMap contributors · Protomaps';

/** An https address of a .pmtiles file, or one on this computer that can be read. */
const Streets = z
  .string()
  .max(500)
  .refine((text) => {
    if (!URL.canParse(text)) return statSync(text, { throwIfNoEntry: false })?.isFile() ?? false;
    if (/[{}<>"'\s;,]/.test(text)) return false;
    const { protocol, hostname, username, password } = new URL(text);
    const safe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return safe && username === '' && password === '';
  });

function readBasemap(reader: Reader): Pick<ConsoleConfig, 'basemap' | 'basemapFile'> {
  const expected =
    'expected an address of image tiles such as https://tiles.example.org/{z}/{x}/{y}.png, a path on this origin, or a .pmtiles file or its https address';
  const streets = STREETS_FILE.test(reader.text('BASEMAP_URL') ?? '');
  const url = reader.read('BASEMAP_URL', streets ? Streets : Tiles, null, expected);
  const attribution = reader.read(
    'BASEMAP_ATTRIBUTION',
    z.string().max(200),
    streets ? STREETS_ATTRIBUTION : '',
    'expected at most 200 characters',
  );
  if (url === null) return { basemap: null, basemapFile: null };
  if (!streets) return { basemap: { url, attribution }, basemapFile: null };
  if (URL.canParse(url)) {
    return { basemap: { url, attribution, streets: true }, basemapFile: null };
  }
  return {
    basemap: { url: STREETS_PATH, attribution, streets: true },
    basemapFile: path.resolve(url),
  };
}

function checkOrigin(reader: Reader, host: string, publicOrigin: string | null): void {
  if (publicOrigin !== null || isLoopback(host) || reader.text('PUBLIC_ORIGIN') !== null) return;
  reader.complain(
    'PUBLIC_ORIGIN',
    `is missing while HOST is not a loopback address (${host})`,
    'expected the https origin that browsers use',
  );
}

/** The data folder, the only setting that the commands need. */
export function dataDirOf(env: Environment): string {
  return new Reader(env).text('DATA_DIR') ?? './.data';
}

/**
 * Parses the settings of the console's server.
 * @param env variables by name; an empty one counts as absent
 * @returns the settings, or a line per problem: "NAME: fault (given value), expected value"
 */
export function parseConsoleConfig(
  env: Environment,
): { config: ConsoleConfig } | { problems: string[] } {
  const reader = new Reader(env);
  const host = reader.read(
    'HOST',
    z.string().regex(/^[\w.:-]{1,253}$/),
    '127.0.0.1',
    'expected a host name or address to listen on',
  );
  const port = reader.read(
    'PORT',
    Whole.pipe(z.number().max(65_535)),
    8080,
    'expected a port from 0 to 65535',
  );
  const origin = reader.read(
    'PUBLIC_ORIGIN',
    Origin,
    null,
    'expected an https origin such as https://console.example.org (http only on loopback)',
  );
  const publicOrigin = origin?.origin ?? null;
  checkOrigin(reader, host, publicOrigin);
  const shared = {
    timeoutMs: reader.read(
      'SERVICE_TIMEOUT_MS',
      Whole.pipe(z.number().min(100).max(600_000)),
      10_000,
      'expected milliseconds from 100 to 600000',
    ),
    maxInFlight: reader.read(
      'SERVICE_MAX_IN_FLIGHT',
      Whole.pipe(z.number().min(1).max(1000)),
      32,
      'expected a number from 1 to 1000',
    ),
  };
  if (reader.text('DATABASE_URL') !== null) {
    reader.complain(
      'DATABASE_URL',
      'is not supported yet',
      'expected it to be absent: so far only SQLite in DATA_DIR is supported',
    );
  }
  const upstream = readUpstream(reader, shared);
  const config: ConsoleConfig = {
    host,
    port,
    dataDir: dataDirOf(env),
    publicOrigin,
    upstream,
    ...shared,
    requestsPerSecond: reader.read(
      'TRACKER_REQUESTS_PER_SECOND',
      Whole.pipe(z.number().min(1).max(500)),
      upstream === null ? REQUESTS_PER_SECOND.embedded : REQUESTS_PER_SECOND.real,
      'expected a number from 1 to 500',
    ),
    fleetPolicy: reader.read(
      'FLEET_POLICY',
      FleetPolicySetting,
      FLEET_POLICY,
      FLEET_POLICY_EXPECTED,
    ),
    verificationWaitMinutes: reader.read(
      'VERIFICATION_WAIT_MINUTES',
      Whole.pipe(z.number().max(1440)),
      10,
      'expected minutes from 0 to 1440',
    ),
    guardMinutes: reader.read(
      'DISPATCH_GUARD_MINUTES',
      Whole.pipe(z.number().max(1440)),
      10,
      'expected minutes from 0 to 1440',
    ),
    resolverSettleSeconds: reader.read(
      'RESOLVER_SETTLE_SECONDS',
      Whole.pipe(z.number().max(3600)),
      15,
      'expected seconds from 0 to 3600',
    ),
    resolverSlackSeconds: reader.read(
      'RESOLVER_SLACK_SECONDS',
      Whole.pipe(z.number().min(1).max(3600)),
      900,
      'expected seconds from 1 to 3600',
    ),
    resolverHorizonMinutes: reader.read(
      'RESOLVER_HORIZON_MINUTES',
      Whole.pipe(z.number().max(1440)),
      30,
      'expected minutes from 0 to 1440',
    ),
    trustProxy: reader.read(
      'TRUST_PROXY',
      Proxies,
      0,
      'expected false, a number of proxies from 0 to 10, or addresses separated by commas',
    ),
    logLevel: reader.read(
      'LOG_LEVEL',
      z.enum(LOG_LEVELS),
      'warn',
      `expected one of ${LOG_LEVELS.join(', ')}`,
    ),
    confirmEntities: reader.read(
      'DISPATCH_CONFIRM_ENTITIES',
      Whole.pipe(z.number().max(1_000_000)),
      CONFIRM_ENTITIES_DEFAULT,
      'expected a number of Entities from 0 to 1000000',
    ),
    capacityUnit: reader.read(
      'SERVICE_CAPACITY_UNIT',
      z.string().regex(/^[\p{L}\d.·/% ]{1,20}$/u),
      'kWh',
      'expected a unit of at most 20 characters, such as kWh',
    ),
    ...readBasemap(reader),
    auditWebhookUrl: reader.read(
      'AUDIT_WEBHOOK_URL',
      Webhook,
      null,
      'expected an https address without credentials, query or fragment (http only on loopback)',
    ),
  };
  return reader.problems.length > 0 ? { problems: reader.problems } : { config };
}
