import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseBody, parseParams, parseQuery, refuseBody } from '../../bff/http/input.ts';
import { operatorOf, type Route } from '../../bff/http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { decideConflict, readConflicts } from './conflicts.ts';
import { addThing, editThing } from './edit.ts';
import { importForOperator, readLastImport } from './imports.ts';
import { previewImport } from './preview.ts';
import { readCollective, readEntity } from './read-directory.ts';
import { undoImport } from './undo.ts';

/** Largest directory document, in bytes. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

const ROUTES = CONSOLE_ROUTES;

function editRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const permission = 'manage-directory';
  return [
    {
      ...ROUTES.addCollective,
      permission,
      async handle(request) {
        parseQuery(ROUTES.addCollective.query, request);
        const added = parseBody(ROUTES.addCollective.body, request);
        await addThing(db, 'collective', { collectives: [added] }, clock.now());
        return readCollective(db, added.id, clock.now());
      },
    },
    {
      ...ROUTES.editCollective,
      permission,
      async handle(request) {
        parseQuery(ROUTES.editCollective.query, request);
        const { id } = parseParams(ROUTES.editCollective.params, request);
        const edit = parseBody(ROUTES.editCollective.body, request);
        await editThing(db, { kind: 'collective', id }, edit, clock.now());
        return readCollective(db, id, clock.now());
      },
    },
    {
      ...ROUTES.addEntity,
      permission,
      async handle(request) {
        parseQuery(ROUTES.addEntity.query, request);
        const added = parseBody(ROUTES.addEntity.body, request);
        await addThing(db, 'entity', { entities: [added] }, clock.now());
        return readEntity(db, added.id, clock.now());
      },
    },
    {
      ...ROUTES.editEntity,
      permission,
      async handle(request) {
        parseQuery(ROUTES.editEntity.query, request);
        const { id } = parseParams(ROUTES.editEntity.params, request);
        const edit = parseBody(ROUTES.editEntity.body, request);
        await editThing(db, { kind: 'entity', id }, edit, clock.now());
        return readEntity(db, id, clock.now());
      },
    },
  ];
}

function importRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const permission = 'manage-directory';
  const nothingElse = (request: FastifyRequest) => parseQuery(ROUTES.lastImport.query, request);
  return [
    {
      ...ROUTES.previewImport,
      permission,
      bodyLimit: IMPORT_LIMIT,
      handle(request) {
        nothingElse(request);
        const draft = parseBody(ROUTES.previewImport.body, request);
        return previewImport(db, draft, clock.now());
      },
    },
    {
      ...ROUTES.importDirectory,
      permission,
      bodyLimit: IMPORT_LIMIT,
      handle(request) {
        nothingElse(request);
        const document = parseBody(ROUTES.importDirectory.body, request);
        const { name } = operatorOf(request).operator;
        return importForOperator(db, document, name, clock.now());
      },
    },
    {
      ...ROUTES.lastImport,
      permission: 'read',
      handle(request) {
        nothingElse(request);
        return readLastImport(db);
      },
    },
    {
      ...ROUTES.undoImport,
      permission,
      handle(request) {
        nothingElse(request);
        refuseBody(request);
        const { id } = parseParams(ROUTES.undoImport.params, request);
        return undoImport(db, id, clock.now());
      },
    },
    {
      ...ROUTES.directoryConflicts,
      permission: 'read',
      handle(request) {
        nothingElse(request);
        return readConflicts(db, clock.now());
      },
    },
    {
      ...ROUTES.resolveConflict,
      permission,
      async handle(request) {
        nothingElse(request);
        await decideConflict(db, parseBody(ROUTES.resolveConflict.body, request), clock.now());
        return readConflicts(db, clock.now());
      },
    },
  ];
}

/** The routes that change the directory. */
export function directoryChangeRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  return [...editRoutes(db, clock), ...importRoutes(db, clock)];
}
