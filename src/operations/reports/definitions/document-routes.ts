import type { Kysely } from 'kysely';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { READ, act, type Route } from '../../../http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { deleteDefinition, readDefinitions, saveDefinition } from './definitions.ts';
import { countScope } from './scope.ts';
import { deleteTariff, readTariffVersions, readTariffs, saveTariff } from './tariffs.ts';

/** Largest definition, in bytes: a scope can name 20,000 ids. */
export const DEFINITION_LIMIT = 2 * 1024 * 1024;
/** Largest tariff, in bytes. */
const TARIFF_LIMIT = 2 * 1024 * 1024;

/** The routes of the inputs of reports: definitions, tariffs, and the Entities of a scope. */
export function documentRoutes(parts: { db: Kysely<Store>; clock: Pick<Clock, 'now'> }): Route[] {
  const { db, clock } = parts;
  const routes = REPORT_ROUTES;
  const definition = (target: string) =>
    ({ permission: 'run-reports', audit: act('report-definition', target) }) as const;
  const tariff = (target: string) =>
    ({ permission: 'manage-tariffs', audit: act('tariff', target) }) as const;
  return [
    defineRoute(routes.reportDefinitions, READ, () => readDefinitions(db)),
    defineRoute(
      routes.saveReportDefinition,
      { ...definition('report definition'), bodyLimit: DEFINITION_LIMIT },
      async ({ body, signedIn, record, reply }) => {
        const { saved, created } = await record.done((trx) =>
          saveDefinition(trx, body, signedIn, clock.now()),
        );
        reply.code(created ? 201 : 200);
        return saved;
      },
    ),
    defineRoute(
      routes.deleteReportDefinition,
      definition('report definition {id}'),
      ({ params, record }) => record.done((trx) => deleteDefinition(trx, params.id)),
    ),
    defineRoute(routes.tariffs, READ, () => readTariffs(db)),
    defineRoute(routes.tariffVersions, READ, ({ params }) => readTariffVersions(db, params.id)),
    defineRoute(
      routes.saveTariff,
      { ...tariff('tariff'), bodyLimit: TARIFF_LIMIT },
      async ({ body, signedIn, record, reply }) => {
        const saved = await record.done((trx) => saveTariff(trx, body, signedIn, clock.now()));
        reply.code(saved.created ? 201 : 200);
        return saved.tariff;
      },
    ),
    defineRoute(routes.deleteTariff, tariff('tariff {id}'), ({ params, record }) =>
      record.done((trx) => deleteTariff(trx, params.id)),
    ),
    defineRoute(routes.reportScope, { ...READ, bodyLimit: DEFINITION_LIMIT }, ({ body }) =>
      countScope(db, body),
    ),
  ];
}
