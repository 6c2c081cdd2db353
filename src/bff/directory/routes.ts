import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { Clock } from '../clock.ts';
import { parseBody, parseParams, parseQuery } from '../http/input.ts';
import type { Route } from '../http/routes.ts';
import type { Store } from '../store/schema.ts';
import { importDirectory } from './import.ts';
import { readCollective, readCollectives, readEntity } from './read.ts';

/** Largest directory document, in bytes. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

/** The routes of the directory. */
export function directoryRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { collectives, collective, entity, importDirectory: importRoute } = CONSOLE_ROUTES;
  return [
    {
      ...collectives,
      permission: 'read',
      handle(request) {
        parseQuery(collectives.query, request);
        return readCollectives(db, clock.now());
      },
    },
    {
      ...collective,
      permission: 'read',
      handle(request) {
        parseQuery(collective.query, request);
        return readCollective(db, parseParams(collective.params, request).id, clock.now());
      },
    },
    {
      ...entity,
      permission: 'read',
      handle(request) {
        parseQuery(entity.query, request);
        return readEntity(db, parseParams(entity.params, request).id, clock.now());
      },
    },
    {
      ...importRoute,
      permission: 'manage-directory',
      bodyLimit: IMPORT_LIMIT,
      handle(request) {
        parseQuery(importRoute.query, request);
        return importDirectory(db, parseBody(importRoute.body, request), 'import', clock.now());
      },
    },
  ];
}
