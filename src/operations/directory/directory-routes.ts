import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES as ROUTES } from '../../contract/console/routes.ts';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import { isTimeZone } from '../../domain/instant.ts';
import { defineRoute } from '../../http/define-route.ts';
import { invalid } from '../../http/problems.ts';
import { READ, act, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { FleetSums } from '../fleet/energy/fleet-energy.ts';
import { readCollectiveFacts } from '../fleet/lists/collective-facts.ts';
import { partOfFacts } from '../fleet/picture/shown-picture.ts';
import { previewImport, readImport } from './read-draft.ts';
import { addRecord, editRecord } from './edit.ts';
import { exportDirectory } from './export-directory.ts';
import { countEntities } from './facets.ts';
import { findEverywhere } from './find.ts';
import { importDirectory } from './import.ts';
import { listEntities } from './list.ts';
import { readCollective, readCollectives, readEntity } from './read-directory.ts';
import { decideMembers, readToDecide } from './to-decide.ts';

/** Maximum directory document, in bytes. */
const IMPORT_LIMIT = 64 * 1024 * 1024;

/** The act of a change of the directory. */
const changes = (target: string) =>
  ({ permission: 'manage-directory', audit: act('directory-changed', target) }) as const;

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
  const collective = (id: string) => readCollective(db, id, clock.now());
  const entity = (id: string) => {
    onChanged();
    return readEntity(db, id, clock.now());
  };
  const { addCollective, editCollective, addEntity, editEntity } = ROUTES;
  return [
    defineRoute(addCollective, changes('collective'), async ({ body, record }) => {
      await record.done((trx) =>
        addRecord(trx, 'collective', { collectives: [body] }, clock.now()),
      );
      return collective(body.id);
    }),
    defineRoute(
      editCollective,
      changes('collective {id}'),
      async ({ params: { id }, body, record }) => {
        await record.done((trx) => editRecord(trx, { kind: 'collective', id }, body, clock.now()));
        return collective(id);
      },
    ),
    defineRoute(addEntity, changes('entity'), async ({ body, record }) => {
      await record.done((trx) => addRecord(trx, 'entity', { entities: [body] }, clock.now()));
      return entity(body.id);
    }),
    defineRoute(editEntity, changes('entity {id}'), async ({ params: { id }, body, record }) => {
      await record.done(
        (trx) => editRecord(trx, { kind: 'entity', id }, body, clock.now()),
        (members) => members && { members },
      );
      return entity(id);
    }),
  ];
}

function importRoutes({ db, reader, clock, onChanged }: DirectoryRouteParts): Route[] {
  return [
    defineRoute(
      ROUTES.previewImport,
      { permission: 'manage-directory', audit: 'none', bodyLimit: IMPORT_LIMIT },
      ({ body }) => previewImport(reader, body, clock.now()),
    ),
    defineRoute(
      ROUTES.importDirectory,
      {
        permission: 'manage-directory',
        // A row when it begins: it is written in parts, and may stop between two.
        audit: act('directory-changed', 'directory', { keepsBody: false, effect: 'elsewhere' }),
        bodyLimit: IMPORT_LIMIT,
        readBody: readImport,
      },
      async ({ query: { file }, body, record }) => {
        try {
          return await importDirectory(db, body, 'import', clock.now(), (imported) =>
            record.done(
              () => Promise.resolve(),
              () => ({ file, imported }),
            ),
          );
        } finally {
          onChanged();
        }
      },
    ),
  ];
}

function decideRoute({ db, clock, onChanged }: DirectoryRouteParts): Route {
  return defineRoute(
    ROUTES.decideMembers,
    changes('collective {id}'),
    async ({ params: { id }, body, record }) => {
      await record.done(
        (trx) => decideMembers(trx, id, body, clock.now()),
        (members) => ({ members }),
      );
      onChanged();
      return readToDecide(db, id, clock.now());
    },
  );
}

/** The routes of the directory. */
export function directoryRoutes(parts: DirectoryRouteParts): Route[] {
  const { reader, clock, policy, sums } = parts;
  const { collectives, collective, entities, entityFacets, entity } = ROUTES;
  return [
    defineRoute(collectives, READ, ({ query }) =>
      readCollectives(reader, clock.now(), query.archived !== undefined),
    ),
    defineRoute(collective, READ, ({ params }) => readCollective(reader, params.id, clock.now())),
    defineRoute(entities, READ, ({ query }) => listEntities(reader, query, clock.now(), policy)),
    defineRoute(entityFacets, READ, ({ query }) => countEntities(reader, query, clock.now())),
    defineRoute(ROUTES.collectiveFacts, READ, ({ query }) => {
      if (!isTimeZone(query.zone)) throw invalid('zone', `${query.zone} is not a time zone.`);
      return readCollectiveFacts({ db: reader, policy, sums }, query.zone, clock.now());
    }),
    defineRoute(ROUTES.entityFacts, READ, ({ query }) =>
      partOfFacts(reader, query.after, policy, clock.now()),
    ),
    defineRoute(entity, READ, ({ params }) => readEntity(reader, params.id, clock.now())),
    defineRoute(
      ROUTES.exportDirectory,
      {
        permission: 'read',
        audit: act('export', 'directory', { effect: 'elsewhere', needsRoom: false }),
      },
      () => exportDirectory(reader),
    ),
    defineRoute(ROUTES.toDecide, READ, ({ query }) =>
      readToDecide(reader, query.collective, clock.now()),
    ),
    defineRoute(ROUTES.find, READ, ({ query }) => findEverywhere(reader, query.q, clock.now())),
    ...editRoutes(parts),
    ...importRoutes(parts),
    decideRoute(parts),
  ];
}
