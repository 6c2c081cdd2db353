import {
  ENDPOINTS,
  TOKEN_ENDPOINT,
  type EndpointName,
  type EndpointShape,
} from '../../contract/endpoints.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import type { Content, JsonSchema, Parameter } from '../../contract/openapi.ts';
import { TokenAnswer, TokenRequest } from '../../contract/token.ts';
import { z } from '../../contract/zod.ts';
import { keysOf } from '../../lib/objects.ts';
import { FAILURES } from '../errors.ts';
import { SCHEMAS } from './schemas.ts';
import { CONFLICTS, QUERY_DESCRIPTIONS, DESCRIPTIONS } from './descriptions.ts';

/** Accepted media types of a request body. Spec, "Commands", POST commands. */
const BODY_MEDIA = ['application/json', 'text/json', 'application/*+json'] as const;

/** One answer of an operation. */
interface ResponseObject {
  description: string;
  content?: Content;
  headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
}

/** One operation, as used by the API page. */
export interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Readonly<Record<string, ResponseObject>>;
  security: readonly Readonly<Record<string, readonly string[]>>[];
}

const { schemaOf, json } = SCHEMAS;

const parameters = (where: 'path' | 'query', shape: z.ZodObject) =>
  SCHEMAS.parameters(where, shape, (name) => QUERY_DESCRIPTIONS[name] ?? 'A UUID.');

/** The failure statuses of an endpoint; a resource without an id cannot be unknown. */
function failureStatuses(name: EndpointName, endpoint: EndpointShape): number[] {
  const named = endpoint.path.includes('{') || name === 'createOffboardingRequest';
  return [
    400,
    401,
    ...(named ? [403, 404] : []),
    ...(CONFLICTS[name] === undefined ? [] : [409]),
    ...(endpoint.body === null ? [] : [413, 415]),
    429,
    500,
  ];
}

function failureDescription(name: EndpointName, status: number): string {
  const conflict = status === 409 ? CONFLICTS[name] : undefined;
  const descriptions = Object.values(FAILURES)
    .filter(([code]) => code === status)
    .map(([, , description]) => description);
  return conflict ?? descriptions.join(' Or: ');
}

const HEADERS: Readonly<Record<number, NonNullable<ResponseObject['headers']>>> = {
  401: { 'WWW-Authenticate': { description: 'Bearer', schema: { type: 'string' } } },
  429: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
};

function operation(name: EndpointName): Operation {
  const endpoint: EndpointShape = ENDPOINTS[name];
  const { tag, summary, description } = DESCRIPTIONS[name];
  const failures = failureStatuses(name, endpoint).map((status): [number, ResponseObject] => [
    status,
    {
      description: failureDescription(name, status),
      ...(HEADERS[status] && { headers: HEADERS[status] }),
      content: json(ErrorBody),
    },
  ]);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: { required: true, content: bodyContent(endpoint.body) },
    }),
    responses: {
      [endpoint.success[0]]: {
        description: 'Success',
        ...(endpoint.answer && { content: json(endpoint.answer) }),
      },
      ...Object.fromEntries(failures),
    },
    security: [{ bearer: [] }],
  };
}

function bodyContent(body: z.ZodType): Content {
  const schema = schemaOf(body);
  return Object.fromEntries(BODY_MEDIA.map((media) => [media, { schema }]));
}

/** An error of the token endpoint. RFC 6749, section 5.2. */
const TokenError = z.object({ error: z.string(), error_description: z.string().optional() });

function tokenOperation(): Operation {
  return {
    operationId: 'token',
    tags: ['Authentication'],
    summary: 'Issue a bearer token',
    description: 'OAuth 2.0 client credentials, scope esp. expires_in is in seconds.',
    parameters: [],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: schemaOf(TokenRequest) } },
    },
    responses: {
      200: { description: 'Success', content: json(TokenAnswer) },
      400: { description: 'The form, the grant or the scope is wrong.', content: json(TokenError) },
      401: { description: 'The client id or the secret is wrong.', content: json(TokenError) },
    },
    security: [],
  };
}

/**
 * Describes the service in OpenAPI 3.1, from the contract and the endpoint table.
 * @param baseUrl address of the service
 */
export function openApiDocument(baseUrl: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const name of keysOf(ENDPOINTS)) {
    const { path, method } = ENDPOINTS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) };
  }
  paths[TOKEN_ENDPOINT.path] = { [TOKEN_ENDPOINT.method.toLowerCase()]: tokenOperation() };
  const tags = new Set(keysOf(DESCRIPTIONS).map((name) => DESCRIPTIONS[name].tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Device Connectivity Service',
      version: '1.0',
      description:
        'Commands, Charge Sessions, Locations, features and the lifecycle of energy devices (Entities) and their groups (Collectives). This is the embedded service: statuses and codes of failures are its own choices.',
    },
    servers: [{ url: baseUrl }],
    tags: [...tags, 'Authentication'].map((name) => ({ name })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access_token of the token endpoint.',
        },
      },
      schemas: SCHEMAS.all(),
    },
    paths,
  };
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>;
