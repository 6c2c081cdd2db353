import { isIP } from 'node:net';
import path from 'node:path';
import { z } from '../contract/zod.ts';
import { isLoopback } from '../lib/loopback.ts';
import { StartError } from '../lib/start-error.ts';
import { isPostgresUrl } from '../store/open-store.ts';
import { CONFIRM_ENTITIES_DEFAULT } from '../domain/confirmation-rule.ts';
import { FLEET_POLICY } from '../domain/fleet-policy.ts';
import { RETENTION } from '../domain/retention.ts';
import { readBasemap } from './basemap-config.ts';
import { FLEET_POLICY_EXPECTED, FleetPolicySetting } from './fleet-policy-setting.ts';
import { RETENTION_EXPECTED, RetentionSetting } from './retention-setting.ts';
import { Address, type Environment, SettingReader, Whole } from './setting-reader.ts';
import { readOidc } from './oidc-config.ts';
import { readUpstream } from './upstream-config.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Settings of the console's server. */
export type ConsoleConfig = ReturnType<typeof readConfig>;

/** Background requests per second: a real service has other clients too. */
const REQUESTS_PER_SECOND = { embedded: 100, real: 20 } as const;

const PublicUrl = Address.transform((text) => new URL(text)).refine(
  ({ protocol, hostname, pathname }) =>
    (protocol === 'https:' || isLoopback(hostname)) && /^(?:\/[\w.~-]+)*\/?$/.test(pathname),
);
const Origin = PublicUrl.refine(({ pathname }) => pathname === '/');

/** HOST:PORT; an IPv6 address in brackets. */
const Listening = z
  .string()
  .regex(/^(?:[\w.-]{1,253}|\[[\da-fA-F:]+\]):\d{1,5}$/)
  .transform((text) => {
    const at = text.lastIndexOf(':');
    return {
      host: text.slice(0, at).replace(/^\[(.+)\]$/, '$1'),
      port: Number(text.slice(at + 1)),
    };
  })
  .refine(({ port }) => port <= 65_535);

const Proxies = z.union([
  z.literal('false').transform(() => 0),
  Whole.pipe(z.number().max(10)),
  z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => isIP(part.split('/')[0] ?? '') !== 0)),
]);

function checkOrigin(reader: SettingReader, host: string, publicOrigin: string | null): void {
  const isGiven = ['PUBLIC_ORIGIN', 'PUBLIC_URL'].some((name) => reader.text(name) !== null);
  if (publicOrigin !== null || isLoopback(host) || isGiven) return;
  reader.complain(
    'PUBLIC_ORIGIN',
    `is missing while HOST is not a loopback address (${host})`,
    'expected the https origin that browsers use',
  );
}

const dataDirIn = (reader: SettingReader) => reader.text('DATA_DIR') ?? './.data';

/** The data folder. */
export function dataDirOf(env: Environment): string {
  return dataDirIn(new SettingReader(env));
}

/** Not quoted if it is wrong: it may hold a password. */
function readDatabaseUrl(reader: SettingReader): string | null {
  const url = reader.secret('DATABASE_URL');
  if (url === null || (isPostgresUrl(url) && URL.canParse(url))) return url;
  const expected =
    'expected postgres://USER:PASSWORD@HOST/DATABASE, or nothing for SQLite in DATA_DIR';
  reader.complain('DATABASE_URL', 'is not valid', expected);
  return null;
}

/**
 * The address of the store that a command works on.
 * @throws StartError if DATABASE_URL is not valid
 */
export function storeAddressOf(env: Environment): string {
  const reader = new SettingReader(env);
  const url = readDatabaseUrl(reader);
  const [problem] = reader.problems;
  if (problem !== undefined) throw new StartError(problem);
  return url ?? path.join(dataDirIn(reader), 'console.db');
}

/**
 * Refuses a command that works on the files of the data folder alone.
 * @param instead the program of PostgreSQL that does it there
 * @throws StartError if the store is a PostgreSQL database
 */
export function requireOwnFile(env: Environment, instead: string): void {
  if (!isPostgresUrl(storeAddressOf(env))) return;
  throw new StartError(
    `DATABASE_URL is set: the store is a PostgreSQL database. Use ${instead} for it; this command is for SQLite in DATA_DIR.`,
  );
}

function readConfig(reader: SettingReader) {
  const host = reader.read(
    'HOST',
    z.string().regex(/^[\w.:-]{1,253}$/),
    '127.0.0.1',
    'expected a host name or address to listen on',
  );
  const port = reader.whole('PORT', [0, 65_535], 8080, 'a port');
  const origin = reader.read(
    'PUBLIC_ORIGIN',
    Origin,
    null,
    'expected an https origin such as https://console.example.org (http only on loopback)',
  );
  const url = reader.read(
    'PUBLIC_URL',
    PublicUrl,
    origin,
    'expected the https address that browsers use, such as https://example.org/gridhelm',
  );
  if (origin !== null && url !== origin) {
    reader.complain(
      'PUBLIC_URL',
      'is set together with PUBLIC_ORIGIN',
      'expected only one of them',
    );
  }
  const publicOrigin = url?.origin ?? null;
  const publicPath = url?.pathname.replace(/\/$/, '') ?? '';
  checkOrigin(reader, host, publicOrigin);
  const shared = {
    timeoutMs: reader.whole('SERVICE_TIMEOUT_MS', [100, 600_000], 10_000, 'milliseconds'),
    maxInFlight: reader.whole('SERVICE_MAX_IN_FLIGHT', [1, 1000], 32, 'a number'),
  };
  const upstream = readUpstream(reader, shared);
  return {
    host,
    port,
    /** Where monitoring reads metrics; null: nowhere. */
    metrics: reader.read(
      'METRICS_LISTEN',
      Listening,
      null,
      'expected HOST:PORT such as 127.0.0.1:9464',
    ),
    dataDir: dataDirIn(reader),
    /** The PostgreSQL database that holds the store; null: a file in the data folder. May hold a password. */
    databaseUrl: readDatabaseUrl(reader),
    /** Origin that browsers use, or null for the listening address itself. */
    publicOrigin,
    /** The path under which browsers reach the console, as `/gridhelm`; empty: none. */
    publicPath,
    /** Null: the embedded service is used. */
    upstream,
    /** The identity provider by which operators sign in; null: with a password here. */
    oidc: readOidc(reader),
    ...shared,
    /** Maximum background requests per second. */
    requestsPerSecond: reader.whole(
      'TRACKER_REQUESTS_PER_SECOND',
      [1, 500],
      upstream === null ? REQUESTS_PER_SECOND.embedded : REQUESTS_PER_SECOND.real,
      'a number',
    ),
    /** How often the console reads the fleet; null: only on request. */
    fleetPolicy: reader.read(
      'FLEET_POLICY',
      FleetPolicySetting,
      FLEET_POLICY,
      FLEET_POLICY_EXPECTED,
    ),
    /** For how long records are kept. */
    retention: reader.read('RETENTION_DAYS', RetentionSetting, RETENTION, RETENTION_EXPECTED),
    /** How long a verification is awaited after a success without one, in minutes. */
    verificationWaitMinutes: reader.whole('VERIFICATION_WAIT_MINUTES', [0, 1440], 10, 'minutes'),
    /** The same Command within this many minutes needs an override; 0: never. */
    guardMinutes: reader.whole('DISPATCH_GUARD_MINUTES', [0, 1440], 10, 'minutes'),
    /** How long after a send the Service may take to list its Commands, in seconds. */
    resolverSettleSeconds: reader.whole('RESOLVER_SETTLE_SECONDS', [0, 3600], 15, 'seconds'),
    /** How long after a send its Commands may still appear, in minutes: a resend then needs a reason. */
    resolverHorizonMinutes: reader.whole('RESOLVER_HORIZON_MINUTES', [0, 1440], 30, 'minutes'),
    /** Trusted proxies for X-Forwarded-For: their number, or their addresses. */
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
    /** Above this many Entities a dispatch needs the typed name of the Collective. */
    confirmEntities: reader.whole(
      'DISPATCH_CONFIRM_ENTITIES',
      [0, 1_000_000],
      CONFIRM_ENTITIES_DEFAULT,
      'a number of Entities',
    ),
    /** The unit of battery capacities, which the interface does not define. */
    capacityUnit: reader.read(
      'SERVICE_CAPACITY_UNIT',
      z.string().regex(/^[\p{L}\d.·/% ]{1,20}$/u),
      'kWh',
      'expected a unit of at most 20 characters, such as kWh',
    ),
    ...readBasemap(reader, publicPath),
  };
}

/**
 * Parses the settings of the console's server.
 * @param env variables by name; an empty one counts as absent
 * @returns the settings, or a line per problem: "NAME: fault (given value), expected value"
 */
export function parseConsoleConfig(
  env: Environment,
): { config: ConsoleConfig } | { problems: string[] } {
  const reader = new SettingReader(env);
  const config = readConfig(reader);
  return reader.problems.length > 0 ? { problems: reader.problems } : { config };
}
