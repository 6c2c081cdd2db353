import type { UpstreamSettings } from '../bff/upstream/settings.ts';
import { Dialect } from '../contract/queries.ts';
import { DEFAULT_SCOPE } from '../contract/token.ts';
import { z } from '../contract/zod.ts';
import { Address, type SettingReader } from './setting-reader.ts';

const ParameterName = z.string().regex(/^[\w.$[\]-]{1,64}$/);

function readDialect(reader: SettingReader): Dialect {
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

/**
 * Reads how the Service is reached.
 * @param shared limits of requests to it, in milliseconds and requests in flight
 * @returns null if the embedded service is used, or if something is missing (the reader has noted what)
 */
export function readUpstream(
  reader: SettingReader,
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
