import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../http/define-route.ts';
import { act, type Route } from '../../http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { FleetSums } from '../fleet/energy/fleet-energy.ts';
import { addThing, editThing } from './edit.ts';
import { importDirectory } from './import.ts';
import { previewImport } from './preview.ts';
import { readImport } from './read-import.ts';
import { readCollective, readEntity } from './read-directory.ts';

/** Maximum directory document, in bytes. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

const ROUTES = CONSOLE_ROUTES;

const changes = (target: string, keepsBody = true) =>
  ({
    permission: 'manage-directory',
    audit: act('directory-changed', target, { keepsBody }),
  }) as const;

/** Dependencies of the routes of the directory. */
export interface DirectoryRouteParts {
  db: Kysely<Store>;
  /** Reads without waiting for writes. */
  reader: Kysely<Store>;
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Decides when data counts as stale. */
  policy: FleetPolicy;
  /** The energy of Collectives. */
  sums: FleetSums;
  /** Called after Entities may have been added or archived. */
  onChanged: () => void;
}

function editRoutes({ db, clock, onChanged }: DirectoryRouteParts): Route[] {
  return [
    defineRoute(ROUTES.addCollective, changes('collective'), async ({ body, record }) => {
      await record.done((trx) => addThing(trx, 'collective', { collectives: [body] }, clock.now()));
      return readCollective(db, body.id, clock.now());
    }),
    defineRoute(
      ROUTES.editCollective,
      changes('collective {id}'),
      async ({ params, body, record }) => {
        await record.done((trx) =>
          editThing(trx, { kind: 'collective', id: params.id }, body, clock.now()),
        );
        return readCollective(db, params.id, clock.now());
      },
    ),
    defineRoute(ROUTES.addEntity, changes('entity'), async ({ body, record }) => {
      await record.done((trx) => addThing(trx, 'entity', { entities: [body] }, clock.now()));
      onChanged();
      return readEntity(db, body.id, clock.now());
    }),
    defineRoute(ROUTES.editEntity, changes('entity {id}'), async ({ params, body, record }) => {
      await record.done((trx) =>
        editThing(trx, { kind: 'entity', id: params.id }, body, clock.now()),
      );
      onChanged();
      return readEntity(db, params.id, clock.now());
    }),
  ];
}

function importRoutes({ reader, clock, onChanged }: DirectoryRouteParts): Route[] {
  return [
    defineRoute(
      ROUTES.previewImport,
      { permission: 'manage-directory', audit: 'none', bodyLimit: IMPORT_LIMIT },
      ({ body }) => previewImport(reader, body, clock.now()),
    ),
    defineRoute(
      ROUTES.importDirectory,
      { ...changes('directory', false), bodyLimit: IMPORT_LIMIT, readBody: readImport },
      async ({ body, record }) => {
        const result = await record.done((trx) =>
          importDirectory(trx, body, 'import', clock.now()),
        );
        onChanged();
        return result;
      },
    ),
  ];
}

/** The routes that change the directory. */
export function directoryChangeRoutes(parts: DirectoryRouteParts): Route[] {
  return [...editRoutes(parts), ...importRoutes(parts)];
}
