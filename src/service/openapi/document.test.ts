import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS, TOKEN_ENDPOINT, type EndpointShape } from '../../contract/endpoints.ts';
import { keysOf } from '../../lib/objects.ts';
import { FAILURES } from '../errors.ts';
import { openApiDocument } from './document.ts';
import { PAGE_HEADERS, apiPage } from './page.ts';

const api = openApiDocument('http://127.0.0.1:8081');
const names = keysOf(ENDPOINTS);
const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));

function operationOf(name: (typeof names)[number]) {
  const { path, method } = ENDPOINTS[name];
  return api.paths[path]?.[method.toLowerCase()];
}

/** Every `$ref` in a value. */
function refsIn(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, and the validator detects if it is not', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(api));
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
    const broken = structuredClone({ ...api, paths: { v1: {} } });
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('every reference resolves to a schema, and every schema is used', () => {
    const used = new Set(refsIn(api));
    const known = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(known.length).toBeGreaterThan(20);
    expect([...used].toSorted()).toEqual(known.toSorted());
    expect(JSON.stringify(api)).not.toMatch(/"\$id"|"\$schema"|"\$defs"/);
  });

  test('has the 20 endpoints of the table and the token endpoint, each once', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      [...names, 'token'].toSorted(),
    );
    const token = api.paths[TOKEN_ENDPOINT.path]?.['post'];
    expect(token?.security).toEqual([]);
    expect(Object.keys(token?.responses ?? {})).toEqual(['200', '400', '401']);
  });

  test.each(names)('%s: parameters, body, success, failures and security', (name) => {
    const endpoint: EndpointShape = ENDPOINTS[name];
    const operation = operationOf(name);
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const parameters = operation?.parameters ?? [];
    expect(parameters.filter((one) => one.in === 'path').map((one) => one.name)).toEqual(inPath);
    expect(parameters.filter((one) => one.in === 'query').map((one) => one.name)).toEqual(
      Object.keys(endpoint.query.shape),
    );
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
      endpoint.body === null ? [] : ['application/json', 'text/json', 'application/*+json'],
    );
    const responses = operation?.responses ?? {};
    const success = responses[String(endpoint.success[0])];
    expect(success?.content === undefined).toBe(endpoint.answer === null);
    const failures = Object.keys(responses).filter((status) => !status.startsWith('2'));
    expect(failures).toEqual(expect.arrayContaining(['400', '401', '429', '500']));
    for (const status of failures) {
      expect(responses[status]?.content).toEqual({
        'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
      });
    }
    expect(operation?.security).toEqual([{ bearer: [] }]);
  });

  test('every failure status of the service appears, except for unknown paths', () => {
    const described = new Set(operations.flatMap(({ responses }) => Object.keys(responses)));
    const decided = new Set(Object.values(FAILURES).map(([status]) => String(status)));
    expect([...decided].filter((status) => !described.has(status))).toEqual(['405']);
  });
});

describe('the API page', () => {
  const html = apiPage(api);

  test('shows every operation and schema, without external content or scripts', () => {
    for (const { operationId, summary } of operations) {
      expect(html).toContain(`id="operation-${operationId.toLowerCase()}"`);
      expect(html).toContain(summary);
    }
    for (const name of Object.keys(api.components.schemas)) {
      expect(html).toContain(`id="schema-${name.toLowerCase()}"`);
    }
    expect(html).not.toMatch(/<script|\son\w+=|\ssrc=|@import|url\(|style="/i);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '');
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map((match) => `#${match[1] ?? ''}`));
    expect(links.filter((link) => link !== '/openapi.json' && !ids.has(link))).toEqual([]);
    expect(links.length).toBeGreaterThan(40);
  });

  test('its policy allows its own style and nothing more', async () => {
    const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    const hash = Buffer.from(digest).toString('base64');
    expect(PAGE_HEADERS['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  test('the document’s content is text, never markup', () => {
    const hostile = structuredClone(api);
    hostile.info.title = '<img src=x onerror=alert(1)>';
    expect(apiPage(hostile)).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });
});
