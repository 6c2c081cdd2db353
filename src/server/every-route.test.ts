import { describe, expect, test } from 'vitest';
import { LIVE_PATH } from '../contract/console/headers.ts';
import { ROLES } from '../contract/console/session.ts';
import { denialReason, permits } from '../domain/permissions.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Routes of one’s own account: of another’s only an administrator’s are more than refused. */
const OWN = /^\/api\/console\/operators\/\{id\}/;

const fill = (path: string) =>
  path.replace(/\{\w+\}/g, ID).replace(/sessions\/[\w-]+$/, `sessions/${'a'.repeat(16)}`);

describe('every route', () => {
  const started = consoleOfAllTests({ config: { logLevel: 'warn' } });

  test.each(ROLES)(
    'for the role %s: each method of each path is answered as its permission says',
    async (role) => {
      const cookie = await started.gridhelm.signIn(role);
      const { routes } = started.gridhelm.running;
      const permissions = new Map(
        routes.map(({ method, path, permission }) => [`${method} ${path}`, permission]),
      );
      const paths = new Set(
        routes.map(({ path }) => path).filter((path) => path.startsWith('/api')),
      );
      const unexpected: unknown[] = [];
      for (const path of paths) {
        for (const method of METHODS) {
          const permission = permissions.get(`${method} ${path}`);
          const isPermitted = typeof permission === 'string' && permits(role, permission);
          // The stream would not end.
          if (isPermitted && path === LIVE_PATH) continue;
          started.fake.seen.length = 0;
          const { status, text } = await started.send(`${method} ${fill(path)}`, cookie);
          const isAnswered = () => {
            if (permission === undefined) return status === 405;
            if (isPermitted || permission === null) {
              return ![401, 405, 500].includes(status) && (status !== 403 || OWN.test(path));
            }
            const isRefused = status === 403 && text.includes(denialReason(role, permission));
            return isRefused && started.fake.seen.length === 0;
          };
          if (!isAnswered()) unexpected.push([method, path, status, text]);
        }
      }
      expect(unexpected).toEqual([]);
      expect(paths.size * METHODS.length).toBeGreaterThan(500);
    },
  );
});
