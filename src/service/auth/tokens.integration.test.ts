import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SignJWT, decodeJwt, decodeProtectedHeader, generateKeyPair, importPKCS8 } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from '../test-support.ts';

const Stored = z.object({ keyId: z.string(), privateKey: z.string() });
const NOW_S = TEST_START_MS / 1000;
let sut: ServiceUnderTest;
let stored: z.output<typeof Stored>;

beforeAll(async () => {
  sut = await serviceUnderTest();
  const file = path.join(sut.dataDir, 'service-credentials.json');
  stored = Stored.parse(JSON.parse(readFileSync(file, 'utf8')));
});
afterAll(() => sut.close());

function ask(token: string | null) {
  return fetch(`${sut.service.baseUrl}/v1/onboarding/types/entities`, {
    ...(token !== null && { headers: { authorization: token } }),
  });
}

/** Claims and header of a valid token; each case changes one. */
async function good() {
  const token = await sut.token();
  return { claims: decodeJwt(token), header: { kid: stored.keyId, alg: 'RS256', typ: 'JWT' } };
}

async function ownKey() {
  return importPKCS8(stored.privateKey, 'RS256');
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function signed(change: Record<string, unknown>, header: Record<string, unknown> = {}) {
  const { claims, header: usual } = await good();
  return new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ ...usual, ...header })
    .sign(await ownKey());
}

const FORGERIES: Record<string, () => Promise<string>> = {
  'for another audience': () => signed({ aud: 'somebody-else' }),
  'of another issuer': () => signed({ iss: 'urn:somebody-else' }),
  'that has expired': () => signed({ exp: NOW_S - 1 }),
  'that is not valid yet': () => signed({ nbf: NOW_S + 3600 }),
  'that never expires': () => signed({ exp: undefined }),
  'without an organisation': () => signed({ organisation: undefined }),
  'of another scope': () => signed({ scope: 'everything' }),
  'with an unknown key id': () => signed({}, { kid: 'unknown' }),
  'with a foreign signature': async () => {
    const { claims, header } = await good();
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  },
  'with alg none': async () => {
    const { claims, header } = await good();
    return `${part({ ...header, alg: 'none' })}.${part(claims)}.`;
  },
  'with the public key as an HMAC secret': async () => {
    const { claims, header } = await good();
    const content = `${part({ ...header, alg: 'HS256' })}.${part(claims)}`;
    const jwks = await (await fetch(`${sut.service.baseUrl}/.well-known/jwks.json`)).text();
    return `${content}.${createHmac('sha256', jwks).update(content).digest('base64url')}`;
  },
  'that is not a JWT': () => Promise.resolve('abc'),
};

describe('a bearer token', () => {
  test('contains its key, its audience and the organisation', async () => {
    const token = await sut.token();
    expect(decodeProtectedHeader(token)).toEqual({
      alg: 'RS256',
      kid: stored.keyId,
      typ: 'JWT',
    });
    expect(decodeJwt(token)).toMatchObject({
      aud: 'device-connectivity-service',
      organisation: IDS.ours,
      scope: 'esp',
    });
  });

  test('signed here and unchanged is accepted, so the cases below are meaningful', async () => {
    expect((await ask(`Bearer ${await signed({})}`)).status).toBe(200);
  });

  test.each(Object.entries(FORGERIES))('%s: 401 invalid_token', async (_, make) => {
    const answer = await ask(`Bearer ${await make()}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer realm="esp", error="invalid_token"',
    );
    expect(await answer.text()).toContain('"code":"Unauthorized"');
  });

  test('that is missing is requested without an error code; another scheme counts as missing', async () => {
    const absent = await ask(null);
    expect([absent.status, absent.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="esp"',
    ]);
    expect((await ask(`Basic ${Buffer.from('a:b').toString('base64')}`)).status).toBe(401);
  });

  test('may be valid for just one second', async () => {
    const short = await serviceUnderTest(undefined, { tokenTtlS: 1 });
    const token = await short.token();
    expect((await short.call('listEntityTypes', { token })).status).toBe(200);
    short.pass(999);
    expect((await short.call('listEntityTypes', { token })).status).toBe(200);
    short.pass(1);
    expect((await short.call('listEntityTypes', { token })).status).toBe(401);
    await short.close();
  });
});

describe('a client above its rate', () => {
  test('gets 429 with Retry-After until its rate allows more; others do not', async () => {
    const limited = await serviceUnderTest(undefined, { rateLimit: 3 });
    const types = () => limited.call('listEntityTypes');
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await types()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const refused = await types();
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.errors).toEqual(['At most 3 requests a second; try again in 1 s.']);
    const token = await limited.token('theirs', 'their secret');
    expect((await limited.call('listEntityTypes', { token })).status).toBe(200);
    limited.pass(1000);
    expect((await types()).status).toBe(200);
    await limited.close();
  });
});
