import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER, REASON_HEADER } from '../../contract/console/headers.ts';
import { PROBLEMS } from '../../contract/console/problem.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { apiDocs } from './api-docs.ts';
import { consoleOpenApi } from './console-openapi.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the committed table of the problem codes is as npm run docs:api writes it', () => {
  const file = 'docs/api/problem-codes.md';
  expect(readFileSync(path.join(root, file), 'utf8')).toBe(apiDocs()[file]);
});

describe('the OpenAPI document of the console', () => {
  const api = consoleOpenApi();
  const operations = Object.entries(api.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ address, method, ...operation })),
  );

  test('is valid OpenAPI 3.1, and the validator detects if it is not', async () => {
    const result = await new Validator().validate(structuredClone(api));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    const broken = structuredClone({ ...api, paths: { v1: {} } });
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  test('has every route once, under its method and path, with its parameters', () => {
    const described = operations.map(({ operationId, method, address, parameters }) => [
      operationId,
      method.toUpperCase(),
      address,
      parameters.map(({ name }) => name).toSorted(),
    ]);
    const declared = Object.entries(CONSOLE_ROUTES).map(
      ([name, { method, path: at, ...route }]) => [
        name,
        method,
        at,
        [
          ...Object.keys(route.params.shape),
          ...Object.keys(route.query.shape),
          // They take a reason without a body.
          ...(name === 'deleteSealed' ? [REASON_HEADER] : []),
          ...(name === 'sealReport' || name === 'sealFigures' ? [IDEMPOTENCY_HEADER] : []),
        ].toSorted(),
      ],
    );
    expect(new Set(described.map((row) => JSON.stringify(row)))).toEqual(
      new Set(declared.map((row) => JSON.stringify(row))),
    );
    expect(described.length).toBe(declared.length);
  });

  test('every reference leads to a schema, and every schema is used', () => {
    const text = JSON.stringify(api);
    const used = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    const known = Object.keys(api.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(used)].toSorted()).toEqual(known.toSorted());
    expect(known.length).toBeGreaterThan(50);
    expect(text).not.toMatch(/"\$id"|"\$schema"|"\$defs"/);
  });
});

test('each code is answered only with the statuses that the table names', () => {
  const src = path.join(root, 'src');
  const made = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
    .flatMap((text) => [
      ...text.matchAll(/(?:failure|Failure)\(\s*(\d{3}),\s*'([a-z_]+)'/g),
      ...text.matchAll(/status: (\d{3}), code: '([a-z_]+)'/g),
      ...text.matchAll(/(\d{3}): \{ code: '([a-z_]+)'/g),
    ])
    .map(([, status, code]) => `${code ?? ''} ${status ?? ''}`);
  const listed = Object.entries(PROBLEMS).flatMap(([code, [statuses]]) =>
    statuses.map((status) => `${code} ${status}`),
  );
  expect(made.length).toBeGreaterThan(80);
  expect(made.filter((pair) => !listed.includes(pair))).toEqual([]);
});
