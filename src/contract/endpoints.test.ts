import { describe, expect, test } from 'vitest';
import { keysOf } from '../lib/objects.ts';
import { PROXY_PREFIX } from './console/headers.ts';
import { CONSOLE_ROUTES } from './console/routes.ts';
import { ENDPOINTS, TOKEN_ENDPOINT } from './endpoints.ts';
import { fillPath, routePattern } from './paths.ts';
import { queryString } from './query-string.ts';
import { Dialect } from './queries.ts';

const names = keysOf(ENDPOINTS);

describe('the endpoint table', () => {
  test('has the 20 resource endpoints of the specification and the token endpoint', () => {
    expect(
      names.map((name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}`).toSorted(),
    ).toEqual([
      'DELETE /v1/collectives/{collectiveId}/members/{memberId}',
      'DELETE /v1/entities/{entityId}/locations/{locationId}',
      'GET /v1/collectives/{collectiveId}/members',
      'GET /v1/entities/{entityId}/battery-capacity',
      'GET /v1/entities/{entityId}/charge-sessions',
      'GET /v1/entities/{entityId}/commands',
      'GET /v1/entities/{entityId}/commands/{commandId}',
      'GET /v1/entities/{entityId}/features',
      'GET /v1/entities/{entityId}/locations',
      'GET /v1/entities/{entityId}/locations/{locationId}',
      'GET /v1/offboarding/entities',
      'GET /v1/offboarding/entities/{offboardingRequestId}',
      'GET /v1/onboarding/types/entities',
      'PATCH /v1/entities/{entityId}/commands/{commandId}',
      'PATCH /v1/entities/{entityId}/features',
      'PATCH /v1/offboarding/entities/{offboardingRequestId}/cancel',
      'POST /v1/collectives/{collectiveId}/commands',
      'POST /v1/collectives/{collectiveId}/commands/schedule',
      'POST /v1/offboarding/entities',
      'PUT /v1/entities/{entityId}/battery-capacity',
    ]);
    expect(TOKEN_ENDPOINT).toEqual({ method: 'POST', path: '/oauth2/token' });
  });

  test.each(names)('%s: the path names exactly its parameters', (name) => {
    const { path, params } = ENDPOINTS[name];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(inPath).toEqual(Object.keys(params.shape));
    const values = Object.fromEntries(inPath.map((key) => [key, 'a/b']));
    expect(fillPath(path, values)).not.toMatch(/[{}]|a\/b/);
    expect(routePattern(path)).not.toMatch(/[{}]/);
  });

  test.each(names)('%s: every query name can be renamed by the dialect', (name) => {
    for (const key of Object.keys(ENDPOINTS[name].query.shape)) {
      expect(Object.keys(Dialect.shape)).toContain(key);
    }
  });

  test("the console's own routes never shadow one of the interface", () => {
    const own = Object.values(CONSOLE_ROUTES).map((route) => route.path);
    expect(own.filter((path) => path.startsWith(`${PROXY_PREFIX}/v1`))).toEqual([]);
  });
});

describe('queryString', () => {
  test('uses the default names of the public facts', () => {
    const values = { start: '2026-01-01T00:00:00Z', pageSize: 25, continuationToken: 'a+b' };
    expect(queryString(values)).toBe(
      '?start=2026-01-01T00%3A00%3A00Z&pageSize=25&continuationToken=a%2Bb',
    );
    expect(queryString({ ignoreCooldown: true })).toBe('?ignoreCooldown=true');
  });

  test('uses the names of the deployment, and leaves absent values out', () => {
    const dialect = Dialect.parse({ start: 'from', pageSize: 'limit' });
    expect(queryString({ start: 'x', end: undefined, pageSize: 5 }, dialect)).toBe(
      '?from=x&limit=5',
    );
    expect(queryString({}, dialect)).toBe('');
  });

  test('a missing path parameter is an error, not an empty segment', () => {
    expect(() => fillPath(ENDPOINTS.getCommand.path, { entityId: 'x' })).toThrow('commandId');
  });
});

describe('query schemas', () => {
  const query = ENDPOINTS.listCommands.query;
  test.each(['0', '-1', '1.5', 'ten', ''])('page size %j is refused', (pageSize) => {
    expect(query.safeParse({ pageSize }).success).toBe(false);
  });
  test('unknown names are refused, known ones are accepted', () => {
    expect(query.safeParse({ page: '1' }).success).toBe(false);
    expect(query.parse({ pageSize: '50', start: '2026-01-01T00:00:00Z' })).toEqual({
      pageSize: 50,
      start: '2026-01-01T00:00:00Z',
    });
  });
  test('the cooldown flag is true or false and nothing else', () => {
    const flag = ENDPOINTS.sendCommand.query;
    expect(flag.parse({ ignoreCooldown: 'true' })).toEqual({ ignoreCooldown: true });
    expect(flag.safeParse({ ignoreCooldown: '1' }).success).toBe(false);
  });
});
