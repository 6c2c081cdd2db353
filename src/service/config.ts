import { readFileSync } from 'node:fs';
import { z } from '../contract/zod.ts';
import { messageOf } from '../lib/message-of.ts';
import { MAX_CLOCK_OFFSET_MS } from './reported-clock.ts';

/** Log levels, least to most. */
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Settings of the embedded service. */
export interface ServiceConfig {
  /** TCP port on 127.0.0.1; 0 takes any free one. */
  port: number;
  /** A named world, or the path of a world file. */
  world: string;
  seed: number;
  /** Simulated seconds per real second. */
  clockFactor: number;
  /** How far the reported clock is ahead of the devices' (negative: behind), in milliseconds. */
  clockOffsetMs: number;
  /** Configured credentials; null: made at first start. */
  client: { clientId: string; clientSecret: string } | null;
  tokenTtlS: number;
  /** Requests per second that a client may make; null: unlimited. */
  rateLimit: number | null;
  /** Port of the fault controls; null: off. */
  controlPort: number | null;
  dataDir: string;
  logLevel: (typeof LOG_LEVELS)[number];
}

type Environment = Readonly<Record<string, string | undefined>>;

function wholeNumber(low: number, high: number) {
  const expected = `expected a whole number from ${low} to ${high}`;
  return z
    .string()
    .regex(/^-?\d{1,15}$/, expected)
    .transform(Number)
    .refine((value) => value >= low && value <= high, expected);
}

const Port = wholeNumber(0, 65_535);

const Factor = z
  .string()
  .refine(
    (text) => text === 'real' || (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0),
    'expected "real" or a speed factor above 0, for example 60',
  )
  .transform((text) => (text === 'real' ? 1 : Number(text)))
  .refine((factor) => factor <= 100_000, 'expected a speed factor of at most 100000');

const SETTINGS = {
  SERVICE_PORT: Port.default(8081),
  SERVICE_WORLD: z.string().default('demo'),
  SERVICE_SEED: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(1),
  SERVICE_CLOCK: Factor.default(1),
  SERVICE_CLOCK_OFFSET_MS: wholeNumber(-MAX_CLOCK_OFFSET_MS, MAX_CLOCK_OFFSET_MS).default(0),
  SERVICE_TOKEN_TTL_S: wholeNumber(1, 31_536_000).default(3600),
  SERVICE_RATE_LIMIT: wholeNumber(1, 1_000_000).nullable().default(null),
  SERVICE_CONTROL_PORT: Port.nullable().default(null),
  DATA_DIR: z.string().default('./.data'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `expected one of ${LOG_LEVELS.join(', ')}`).default('warn'),
};
const Settings = z.object(SETTINGS);

const CLIENT_SETTINGS = [
  'SERVICE_CLIENT_ID',
  'SERVICE_CLIENT_SECRET',
  'SERVICE_CLIENT_SECRET_FILE',
] as const;

/**
 * Parses the settings of the embedded service; an empty string counts as absent.
 * @param env the environment, or a part of it; other names are ignored
 * @returns the settings, or a line per problem with the setting and the expected value
 */
export function parseServiceConfig(
  env: Environment,
): { config: ServiceConfig } | { problems: string[] } {
  const given = Object.fromEntries(
    [...Object.keys(SETTINGS), ...CLIENT_SETTINGS]
      .map((name) => [name, env[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Settings.safeParse(given);
  const client = clientFrom(given);
  if (!parsed.success || 'problem' in client) {
    const problems = (parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0]);
      return `${name}: "${given[name] ?? ''}" is not valid, ${issue.message}.`;
    });
    return { problems: 'problem' in client ? [...problems, client.problem] : problems };
  }
  const settings = parsed.data;
  return {
    config: {
      port: settings.SERVICE_PORT,
      world: settings.SERVICE_WORLD,
      seed: settings.SERVICE_SEED,
      clockFactor: settings.SERVICE_CLOCK,
      clockOffsetMs: settings.SERVICE_CLOCK_OFFSET_MS,
      client: client.client,
      tokenTtlS: settings.SERVICE_TOKEN_TTL_S,
      rateLimit: settings.SERVICE_RATE_LIMIT,
      controlPort: settings.SERVICE_CONTROL_PORT,
      dataDir: settings.DATA_DIR,
      logLevel: settings.LOG_LEVEL,
    },
  };
}

/** Reads the client's credentials; the secret may be in a file. Problem lines never contain its value. */
function clientFrom(given: Environment): { client: ServiceConfig['client'] } | { problem: string } {
  const clientId = given['SERVICE_CLIENT_ID'] ?? null;
  const file = given['SERVICE_CLIENT_SECRET_FILE'] ?? null;
  let secret = given['SERVICE_CLIENT_SECRET'] ?? null;
  if (secret !== null && file !== null) {
    return {
      problem: 'SERVICE_CLIENT_SECRET_FILE: is set beside SERVICE_CLIENT_SECRET, expected one.',
    };
  }
  if (file !== null) {
    try {
      secret = readFileSync(file, 'utf8').trim();
    } catch (error) {
      return {
        problem: `SERVICE_CLIENT_SECRET_FILE: "${file}" cannot be read (${messageOf(error)}), expected a file that holds the secret.`,
      };
    }
    if (secret === '') {
      return {
        problem: `SERVICE_CLIENT_SECRET_FILE: "${file}" is empty, expected a file that holds the secret.`,
      };
    }
  }
  if (clientId === null && secret === null) return { client: null };
  if (clientId === null) {
    return { problem: 'SERVICE_CLIENT_ID: is missing, expected beside the secret that is set.' };
  }
  if (secret === null) {
    return {
      problem: 'SERVICE_CLIENT_SECRET: is missing, expected beside SERVICE_CLIENT_ID that is set.',
    };
  }
  return { client: { clientId, clientSecret: secret } };
}
