import { expect, test } from 'vitest';
import { makeSecrets } from './secrets.ts';

const TOKEN = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzb21lYm9keSJ9.c2lnbmF0dXJlLW9mLWl0';

test('a secret is masked as a whole, in parts, encoded and truncated', () => {
  const secrets = makeSecrets();
  secrets.learn(TOKEN);
  secrets.learn('pass word/with+signs==');
  secrets.learn('hush');
  expect(secrets.masked(`a ${TOKEN} b`)).toBe('a [secret] b');
  expect(secrets.masked(`x=${TOKEN.slice(5, 40)}…`)).toBe('x=[secret]…');
  expect(secrets.masked(encodeURIComponent('pass word/with+signs=='))).toBe('[secret]');
  expect(secrets.masked('hush, little')).toBe('[secret], little');
  expect(secrets.masked('GET /v1/entities: 404')).toBe('GET /v1/entities: 404');
  // Two adjacent parts of one secret are both masked.
  expect(secrets.masked(`${TOKEN.slice(0, 15)} ${TOKEN.slice(20, 35)}`)).toBe('[secret] [secret]');
});

test('whatever looks like a token in an answer of the token endpoint is a secret', () => {
  const secrets = makeSecrets();
  const learn = (text: string, json?: unknown) => {
    secrets.learnFrom(text, json);
    return secrets.masked(text);
  };
  expect(learn(`access_token=${TOKEN}&token_type=bearer`)).not.toContain('c2lnbmF0');
  expect(learn('plain:0123456789abcdef-working')).not.toContain('0123456789abcdef');
  const body = { result: { access_token: 'only words' }, token_type: 'Bearer' };
  expect(learn(JSON.stringify(body), body)).toBe(
    '{"result":{"access_token":"[secret]"},"token_type":"Bearer"}',
  );
  expect(learn('{"error":"unsupported_grant_type"}')).toBe('{"error":"unsupported_grant_type"}');
});
