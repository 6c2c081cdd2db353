import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RETENTION } from '../domain/retention.ts';
import { FLEET_POLICY } from '../domain/fleet-policy.ts';
import { isLoopback } from '../lib/loopback.ts';
import { parseConsoleConfig } from './config.ts';

const REAL = {
  SERVICE_BASE_URL: 'https://service.example/api',
  SERVICE_AUTH_URL: 'https://id.example/token',
  SERVICE_CLIENT_ID: 'id',
  SERVICE_CLIENT_SECRET: 's3cret',
};

const configOf = (env: Record<string, string>) => {
  const parsed = parseConsoleConfig(env);
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'));
  return parsed.config;
};
const problemsOf = (env: Record<string, string>) => {
  const parsed = parseConsoleConfig(env);
  return 'problems' in parsed ? parsed.problems : [];
};

describe('the settings', () => {
  test('have defaults, even for empty values', () => {
    const expected = {
      host: '127.0.0.1',
      port: 8080,
      metrics: null,
      dataDir: './.data',
      databaseUrl: null,
      publicOrigin: null,
      publicPath: '',
      upstream: null,
      oidc: null,
      timeoutMs: 10_000,
      maxInFlight: 32,
      requestsPerSecond: 100,
      fleetPolicy: FLEET_POLICY,
      retention: RETENTION,
      verificationWaitMinutes: 10,
      guardMinutes: 10,
      confirmEntities: 100,
      resolverSettleSeconds: 15,
      resolverHorizonMinutes: 30,
      trustProxy: 0,
      logLevel: 'warn',
      capacityUnit: 'kWh',
      basemap: null,
      basemapFile: null,
    };
    expect(configOf({})).toEqual(expected);
    const empty = { PORT: '', HOST: ' ', SERVICE_BASE_URL: '', LOG_LEVEL: '' };
    expect(configOf(empty)).toEqual(expected);
  });

  test('connect to a real service with four settings', () => {
    const { upstream } = configOf({ ...REAL, SERVICE_PARAM_START: 'from', SERVICE_SCOPE: 'x' });
    expect(configOf(REAL).requestsPerSecond).toBe(20);
    expect(upstream).toMatchObject({
      baseUrl: REAL.SERVICE_BASE_URL,
      clientSecret: 's3cret',
      scope: 'x',
      dialect: { start: 'from', end: 'end' },
    });
  });

  test('the fleet is read by default, at given intervals, or not at all', () => {
    const hourly = { ...FLEET_POLICY, locations: 3_600_000 };
    expect(configOf({ FLEET_POLICY: 'locations=1h' }).fleetPolicy).toEqual(hourly);
    expect(configOf({ FLEET_POLICY: 'off' }).fleetPolicy).toBeNull();
  });

  test('read the secret from a file', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'secret-')), 'secret');
    writeFileSync(file, 'from-file\n');
    const { SERVICE_CLIENT_SECRET: _, ...rest } = REAL;
    const from = (name: string) => ({ ...rest, SERVICE_CLIENT_SECRET_FILE: name });
    expect(configOf(from(file)).upstream?.clientSecret).toBe('from-file');
    expect(problemsOf({ ...REAL, ...from(file) })[0]).toContain('only one');
    const [unread] = problemsOf(from('/nowhere'));
    expect(unread).toMatch(/^SERVICE_CLIENT_SECRET_FILE: cannot be read/);
  });

  test('name each missing one of the four', () => {
    const problems = problemsOf({ SERVICE_BASE_URL: 'https://a.example', SERVICE_CLIENT_ID: 'id' });
    const names = problems.map((line) => line.split(':')[0]);
    expect(names).toEqual(['SERVICE_AUTH_URL', 'SERVICE_CLIENT_SECRET']);
    expect(configOf({ SERVICE_CLIENT_ID: 'a', SERVICE_CLIENT_SECRET: 'b' }).upstream).toBeNull();
  });

  test.each([
    ['PORT', '99999'],
    ['METRICS_LISTEN', '9464'],
    ['METRICS_LISTEN', '127.0.0.1:99999'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['PUBLIC_ORIGIN', 'http://console.example'],
    ['PUBLIC_ORIGIN', 'https://console.example/path'],
    ['PUBLIC_ORIGIN', 'console.example'],
    ['PUBLIC_URL', 'http://console.example/path'],
    ['PUBLIC_URL', 'https://console.example/a b'],
    ['PUBLIC_URL', 'https://console.example//x'],
    ['SERVICE_TIMEOUT_MS', '5'],
    ['SERVICE_MAX_IN_FLIGHT', '0'],
    ['TRACKER_REQUESTS_PER_SECOND', '0'],
    ['TRACKER_REQUESTS_PER_SECOND', '501'],
    ['FLEET_POLICY', 'locations=0m'],
    ['FLEET_POLICY', 'places=24h'],
    ['VERIFICATION_WAIT_MINUTES', '1441'],
    ['SERVICE_PARAM_START', 'a&b'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.1,example'],
    ['LOG_LEVEL', 'loud'],
    ['SERVICE_CAPACITY_UNIT', '<b>kWh</b>'],
    ['DATABASE_URL', 'mysql://u:p@h/d'],
    ['SERVICE_BASE_URL', 'ftp://a.example'],
    ['SERVICE_BASE_URL', 'https://user:secret@a.example'],
  ])('%s=%s is a one-line problem that names it', (name, value) => {
    const rest = name === 'SERVICE_BASE_URL' ? REAL : {};
    const problems = problemsOf({ ...rest, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: .+, expected [^\\n]+$`));
  });

  test('are all reported at once, and no secret is quoted', () => {
    const problems = problemsOf({ ...REAL, PORT: 'x', LOG_LEVEL: 'y', SERVICE_AUTH_URL: 'z' });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toContain('s3cret');
  });

  test('two parameters cannot share a name', () => {
    expect(problemsOf({ SERVICE_PARAM_START: 'at', SERVICE_PARAM_END: 'at' })).toHaveLength(1);
  });

  test('an address that others can reach needs a public origin', () => {
    expect(problemsOf({ HOST: '0.0.0.0' })[0]).toMatch(/^PUBLIC_ORIGIN: /);
    const under = configOf({ HOST: '0.0.0.0', PUBLIC_URL: 'https://c.example/fleet/' });
    expect([under.publicOrigin, under.publicPath]).toEqual(['https://c.example', '/fleet']);
    const both = { PUBLIC_ORIGIN: 'https://c.example', PUBLIC_URL: 'https://c.example/fleet' };
    expect(problemsOf(both)[0]).toMatch(/^PUBLIC_URL: is set together/);
    const { publicOrigin } = configOf({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://c.example' });
    expect(publicOrigin).toBe('https://c.example');
  });

  test.each([
    'https://tiles.example.org/{z}/{x}/{y}.png',
    'https://tiles.example.org/a/{z}/{x}/{y}.png?key=1',
    'http://127.0.0.1:8099/{z}/{x}/{y}.png',
    '/tiles/{z}/{x}/{y}.png',
  ])('tiles of a map may come from %s', (url) => {
    const { basemap } = configOf({ BASEMAP_URL: url, BASEMAP_ATTRIBUTION: '© Us' });
    expect(basemap).toEqual({ url, attribution: '© Us' });
  });

  test.each([
    '/no/such/folder/world.pmtiles',
    'http://tiles.example.org/world.pmtiles',
    'https://a@tiles.example.org/world.pmtiles',
    'http://tiles.example.org/{z}/{x}/{y}.png',
    'https://{x}.example.org/{z}/{x}/{y}.png',
    'https://{x}.example.org/{z}/{y}.png',
    'https://a@tiles.example.org/{z}/{x}/{y}.png',
    'https://tiles.example.org/{z}/{x}.png',
    "https://tiles.example.org/{z}/{x}/{y}.png; script-src 'unsafe-inline'",
    '//tiles.example.org/{z}/{x}/{y}.png',
    'javascript:{z}{x}{y}',
  ])('tiles of a map may not come from %s', (url) => {
    expect(problemsOf({ BASEMAP_URL: url })[0]).toMatch(/^BASEMAP_URL: /);
  });

  test('streets come from a file, which the console serves, or from an https address', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'streets-')), 'city.pmtiles');
    writeFileSync(file, 'PMTiles');
    const attribution = '© OpenStreetMap contributors · Protomaps';
    const url = 'https://tiles.example.org/world.pmtiles';
    for (const [set, told, basemapFile] of [
      [file, '/streets.pmtiles', file],
      [url, url, null],
    ]) {
      const basemap = { url: told, attribution, streets: true };
      expect(configOf({ BASEMAP_URL: set ?? '' })).toMatchObject({ basemap, basemapFile });
    }
  });

  test('proxies are a number or addresses', () => {
    expect(configOf({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(configOf({ TRUST_PROXY: 'false' }).trustProxy).toBe(0);
    expect(configOf({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });
});

test('only names of this machine alone are loopback', () => {
  const own = ['127.0.0.1', 'localhost', '::1', '[::1]', '127.8.8.8'];
  const others = ['127.0.0.1.example.org', '0.0.0.0', '10.0.0.1'];
  expect([...own, ...others].filter(isLoopback)).toEqual(own);
});

const OIDC = {
  OIDC_ISSUER: 'https://id.example/realms/fleet',
  OIDC_CLIENT_ID: 'gridhelm',
  OIDC_CLIENT_SECRET: 's3cret',
  OIDC_ROLES: 'ops-team=operator, cn=admins=administrator',
};

describe('the identity provider', () => {
  test('is set with its groups, whose names may hold an equals sign', () => {
    expect(configOf(OIDC).oidc).toEqual({
      issuer: OIDC.OIDC_ISSUER,
      clientId: 'gridhelm',
      clientSecret: 's3cret',
      roleClaim: 'groups',
      roles: new Map([
        ['ops-team', 'operator'],
        ['cn=admins', 'administrator'],
      ]),
    });
    const other = { ...OIDC, OIDC_ISSUER: 'http://localhost:9000', OIDC_ROLE_CLAIM: 'roles' };
    expect(configOf(other).oidc).toMatchObject({ roleClaim: 'roles' });
  });

  test.each([
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://id.example/?tenant=1'],
    ['OIDC_ROLES', 'ops-team'],
    ['OIDC_ROLES', 'ops-team=chief'],
    ['OIDC_ROLES', 'ops-team=operator,ops-team=viewer'],
    ['OIDC_ROLES', '=operator'],
    ['OIDC_CLIENT_SECRET', ''],
  ])('is refused with %s %j', (name, value) => {
    const problems = problemsOf({ ...OIDC, [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name}: `));
    expect(problems[0]).not.toContain('s3cret');
  });
});
