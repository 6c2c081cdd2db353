import { ENDPOINTS, TOKEN_ENDPOINT, type EndpointShape } from '../contract/endpoints.ts';
import { ErrorBody } from '../contract/error-body.ts';
import { TokenAnswer, TokenRequest } from '../contract/token.ts';
import { z } from '../contract/zod.ts';
import { keysOf } from '../lib/objects.ts';

function schemaOf(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

function json(schema: z.ZodType) {
  return { 'application/json': { schema: schemaOf(schema) } };
}

function parameters(where: 'path' | 'query', shape: z.ZodObject) {
  return Object.entries(shape.shape).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path',
    schema: schemaOf(z.object({ [name]: schema })).properties?.[name] ?? {},
  }));
}

function operation(name: string, endpoint: EndpointShape) {
  const error = { description: 'Failure', content: json(ErrorBody) };
  return {
    operationId: name,
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body && { requestBody: { required: true, content: json(endpoint.body) } }),
    responses: {
      [endpoint.success[0]]: {
        description: 'Success',
        ...(endpoint.answer && { content: json(endpoint.answer) }),
      },
      default: error,
    },
    security: [{ bearer: [] }],
  };
}

/**
 * Describes the service in OpenAPI 3.1, from the endpoint table alone.
 * @param baseUrl address of the service
 */
export function openApiDocument(baseUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of keysOf(ENDPOINTS)) {
    const endpoint = ENDPOINTS[name];
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    };
  }
  paths[TOKEN_ENDPOINT.path] = {
    post: {
      operationId: 'token',
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: schemaOf(TokenRequest) } },
      },
      responses: { 200: { description: 'Success', content: json(TokenAnswer) } },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Device Connectivity Service', version: '1.0' },
    servers: [{ url: baseUrl }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  };
}
