import { beforeAll, describe, expect, test } from 'vitest';
import { LIVE_PATH } from '../contract/console/headers.ts';
import { ROLES, type Role } from '../contract/console/session.ts';
import { denialReason, permits } from '../domain/permissions.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const HEADERS: readonly [string, Record<string, string>][] = [
  ['without the static header', { 'sec-fetch-site': 'same-origin' }],
  ['from another site', { 'x-gridhelm': '1', 'sec-fetch-site': 'cross-site' }],
  ['from another origin', { 'x-gridhelm': '1', origin: 'https://evil.example' }],
  ['with a token instead of a session', { authorization: `Bearer gridhelm_${'A'.repeat(43)}` }],
];
/** Routes of one’s own account: of another’s only an administrator’s are more than refused. */
const OWN = /^\/api\/console\/operators\/\{id\}/;

const fill = (path: string) =>
  path.replace(/\{\w+\}/g, ID).replace(/sessions\/[\w-]+$/, `sessions/${'a'.repeat(16)}`);

describe.each(ROLES)('every route for the role %s', (role: Role) => {
  const started = consoleOfAllTests();
  let cookie = '';
  beforeAll(async () => {
    cookie = await started.gridhelm.signIn(role);
    started.fake.seen.length = 0;
  });
  const routes = () => started.gridhelm.running.routes;

  test('each method of each path is answered as its permission says', async () => {
    const paths = new Map<string, Map<string, ReturnType<typeof routes>[number]>>();
    for (const route of routes()) {
      paths.set(route.path, (paths.get(route.path) ?? new Map()).set(route.method, route));
    }
    const unexpected: unknown[] = [];
    let asked = 0;
    for (const [path, methods] of paths) {
      if (path.startsWith('/auth/')) continue;
      for (const method of METHODS) {
        const permission = methods.get(method)?.permission;
        const isPermitted = typeof permission === 'string' && permits(role, permission);
        // The stream would not end.
        if (isPermitted && path === LIVE_PATH) continue;
        const reply = await started.gridhelm.page({ method, path: fill(path) }, cookie);
        asked += 1;
        const said = reply.text;
        if (permission === undefined) {
          if (reply.status !== 405) unexpected.push([method, path, reply.status]);
        } else if (!isPermitted && permission !== null) {
          const reason = denialReason(role, permission);
          if (reply.status !== 403 || !said.includes(reason)) {
            unexpected.push([method, path, reply.status, said]);
          }
        } else if ([401, 405, 500].includes(reply.status)) {
          unexpected.push([method, path, reply.status, said]);
        } else if (reply.status === 403 && !OWN.test(path)) {
          unexpected.push([method, path, reply.status, said]);
        }
      }
    }
    expect(unexpected).toEqual([]);
    expect(asked).toBeGreaterThan(500);
  });

  test.each(HEADERS)('%s: nothing is answered or sent', async (_name, headers) => {
    started.fake.seen.length = 0;
    const unexpected: unknown[] = [];
    for (const path of new Set(routes().map((route) => route.path))) {
      if (path.startsWith('/auth/')) continue;
      for (const method of METHODS) {
        const reply = await started.gridhelm.ask({
          method,
          path: fill(path),
          headers: { ...headers, cookie },
        });
        // A made-up token is unknown where tokens are taken; elsewhere it is no header of the page.
        const refused = headers['authorization'] === undefined ? [403] : [401, 403];
        if (!refused.includes(reply.status)) unexpected.push([method, path, reply.status]);
      }
    }
    expect(unexpected).toEqual([]);
    expect(started.fake.seen).toEqual([]);
  });
});
