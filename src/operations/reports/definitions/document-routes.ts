import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import type { Clock } from '../../../lib/clock.ts';
import { parseBody, parseParams, parseQuery, refuseBody } from '../../../bff/http/input.ts';
import { operatorOf, type Route } from '../../../bff/http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { deleteDefinition, readDefinitions, saveDefinition } from './definitions.ts';
import { countScope } from './scope.ts';
import { deleteTariff, readTariffVersions, readTariffs, saveTariff } from './tariffs.ts';

/** Largest definition, in bytes: a scope can name 20,000 ids. */
export const DEFINITION_LIMIT = 2 * 1024 * 1024;
/** Largest tariff, in bytes. */
const TARIFF_LIMIT = 2 * 1024 * 1024;

/** The routes of what is kept to make reports with: definitions and tariffs, and what a scope means. */
export function documentRoutes(parts: { db: Kysely<Store>; clock: Pick<Clock, 'now'> }): Route[] {
  const { db, clock } = parts;
  const {
    reportDefinitions,
    saveReportDefinition,
    deleteReportDefinition,
    tariffs,
    tariffVersions,
    saveTariff: saveTariffRoute,
    deleteTariff: deleteTariffRoute,
    reportScope,
  } = CONSOLE_ROUTES;
  return [
    {
      ...reportDefinitions,
      permission: 'read',
      handle(request) {
        parseQuery(reportDefinitions.query, request);
        return readDefinitions(db);
      },
    },
    {
      ...saveReportDefinition,
      permission: 'run-reports',
      bodyLimit: DEFINITION_LIMIT,
      async handle(request, reply) {
        parseQuery(saveReportDefinition.query, request);
        const asked = parseBody(saveReportDefinition.body, request);
        const done = await saveDefinition(db, asked, operatorOf(request), clock.now());
        return reply.code(done.created ? 201 : 200).send(done.saved);
      },
    },
    {
      ...deleteReportDefinition,
      permission: 'run-reports',
      async handle(request, reply) {
        refuseBody(request);
        parseQuery(deleteReportDefinition.query, request);
        await deleteDefinition(db, parseParams(deleteReportDefinition.params, request).id);
        return reply.code(204).send();
      },
    },
    {
      ...tariffs,
      permission: 'read',
      handle(request) {
        parseQuery(tariffs.query, request);
        return readTariffs(db);
      },
    },
    {
      ...tariffVersions,
      permission: 'read',
      handle(request) {
        parseQuery(tariffVersions.query, request);
        return readTariffVersions(db, parseParams(tariffVersions.params, request).id);
      },
    },
    {
      ...saveTariffRoute,
      permission: 'manage-tariffs',
      bodyLimit: TARIFF_LIMIT,
      async handle(request, reply) {
        parseQuery(saveTariffRoute.query, request);
        const asked = parseBody(saveTariffRoute.body, request);
        const done = await saveTariff(db, asked, operatorOf(request), clock.now());
        return reply.code(done.created ? 201 : 200).send(done.tariff);
      },
    },
    {
      ...deleteTariffRoute,
      permission: 'manage-tariffs',
      async handle(request, reply) {
        refuseBody(request);
        parseQuery(deleteTariffRoute.query, request);
        await deleteTariff(db, parseParams(deleteTariffRoute.params, request).id);
        return reply.code(204).send();
      },
    },
    {
      ...reportScope,
      permission: 'read',
      bodyLimit: DEFINITION_LIMIT,
      handle(request) {
        parseQuery(reportScope.query, request);
        return countScope(db, parseBody(reportScope.body, request));
      },
    },
  ];
}
