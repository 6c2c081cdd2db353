import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { type ServiceUnderTest, serviceUnderTest } from '../test-support.ts';

let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest('empty');
});
afterAll(() => sut.close());

test('the description is served without a token, valid, with the address of the service', async () => {
  const answer = await fetch(`${sut.service.baseUrl}/openapi.json`);
  const api = z.record(z.string(), z.unknown()).parse(await answer.json());
  expect(api['servers']).toEqual([{ url: sut.service.baseUrl }]);
  expect((await new Validator().validate(api)).valid).toBe(true);
});

test('the page is served as HTML that may load nothing', async () => {
  const answer = await fetch(`${sut.service.baseUrl}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-/,
  );
  const html = await answer.text();
  expect(html).toContain(sut.service.baseUrl);
  expect(html).toContain('/v1/collectives/{collectiveId}/commands/schedule');
});
