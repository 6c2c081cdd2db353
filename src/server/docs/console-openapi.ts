import { BatchSummary } from '../../contract/console/batch.ts';
import { Problem } from '../../contract/console/problem.ts';
import {
  CONSOLE_HEADER,
  CONSOLE_ROUTES,
  type ConsoleRouteName,
} from '../../contract/console/routes.ts';
import { TariffContent } from '../../contract/console/report-tariff.ts';
import { OPEN_ROUTES } from '../../contract/console/session-routes.ts';
import type { RouteShape } from '../../contract/endpoints.ts';
import { nameSchemas } from '../../contract/openapi.ts';
import { Instant, Uuid } from '../../contract/primitives.ts';
import type { z } from '../../contract/zod.ts';
import { keysOf } from '../../lib/objects.ts';
import { ROUTE_SUMMARIES } from './route-summaries.ts';

const ROUTES: Readonly<Record<ConsoleRouteName, RouteShape>> = CONSOLE_ROUTES;
const NAMES = keysOf(CONSOLE_ROUTES);

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Names for the answers or bodies: that of the first route that uses each of them. */
function namesOf(part: 'answer' | 'body'): [string, z.ZodType][] {
  const names = new Map<z.ZodType, string>();
  for (const name of NAMES) {
    const schema = ROUTES[name][part];
    if (schema !== null && !names.has(schema)) names.set(schema, capital(name) + capital(part));
  }
  return [...names].map(([schema, name]) => [name, schema]);
}

/** Parts that many schemas have. */
const SHARED: [string, z.ZodType][] = [
  ['Uuid', Uuid],
  ['Instant', Instant],
  ['TariffContent', TariffContent],
];
const BODIES = nameSchemas([...namesOf('body'), ...SHARED]);
const ANSWERS = nameSchemas(
  [...namesOf('answer'), ...SHARED, ['BatchSummary', BatchSummary], ['Problem', Problem]],
  'output',
);

/** Parameters are described as they are read: a number arrives as text. */
const parameters = (where: 'path' | 'query', shape: z.ZodObject) =>
  ANSWERS.parameters(where, shape, (name) => (name === 'id' ? 'A UUID.' : `The ${name}.`));

function operation(name: ConsoleRouteName) {
  const { path, params, query, body, answer } = ROUTES[name];
  const [, root = '', , subject = ''] = path.split('/');
  return {
    operationId: name,
    tags: [root === 'auth' ? root : subject],
    summary: ROUTE_SUMMARIES[name],
    parameters: [...parameters('path', params), ...parameters('query', query)],
    ...(body && { requestBody: { required: true, content: BODIES.json(body) } }),
    responses: {
      '2XX': {
        description: answer === null ? 'Success, without a JSON body' : 'Success',
        ...(answer && { content: ANSWERS.json(answer) }),
      },
      default: { description: 'A problem; see its code', content: ANSWERS.json(Problem) },
    },
    security: [
      OPEN_ROUTES.some((open) => open === name) ? { page: [] } : { page: [], session: [] },
    ],
  };
}

/** Describes the console's own API in OpenAPI 3.1, from the contract. */
export function consoleOpenApi() {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const name of NAMES) {
    const { path, method } = ROUTES[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gridhelm console API',
      version: '1.0',
      description:
        'What the page of the console asks of its own server. Below /api/v1 the server offers the endpoints of the Device Connectivity Service, which are described by the Service. Made by npm run docs:api.',
    },
    components: {
      securitySchemes: {
        page: {
          type: 'apiKey',
          in: 'header',
          name: CONSOLE_HEADER.name,
          description: `Always ${CONSOLE_HEADER.value}: another site cannot send it.`,
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-gridhelm',
          description: 'Set by signing in; gridhelm without https.',
        },
      },
      schemas: { ...ANSWERS.all(), ...BODIES.all() },
    },
    paths,
  };
}
