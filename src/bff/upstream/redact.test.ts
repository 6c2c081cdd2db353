import { describe, expect, test } from 'vitest';
import { createLeakCheck, createRedact } from './redact.ts';

const settings = (baseUrl: string, clientSecret = 'a-long-secret') => ({
  baseUrl,
  authUrl: 'https://auth.example.com/token',
  clientId: 'console-client',
  clientSecret,
});

describe('a name of the Service without a dot', () => {
  const SHORT = ['http://charge:8080', 'http://api', 'http://ev'];

  test.each(SHORT)('%s is an ordinary word, unless it stands as an address', (baseUrl) => {
    const leaks = createLeakCheck(settings(baseUrl), []);
    for (const text of ['{"charge":{"total":1}}', '{"name":"R-api-d ev"}', '[]', '']) {
      expect(leaks(text)).toBe(false);
    }
    expect(leaks(`{"next":"${baseUrl}/v1"}`)).toBe(true);
    const redact = createRedact(settings(baseUrl));
    expect(redact('The charge point cannot charge')).toBe('The charge point cannot charge');
    expect(redact(`see ${baseUrl}/v1`)).not.toContain(baseUrl);
    expect(redact(`ENOTFOUND ${new URL(baseUrl).hostname}`)).toBe('[hidden]');
  });

  test('a name with dots is hidden wherever it stands', () => {
    const leaks = createLeakCheck(settings('https://service.example.com'), []);
    expect(leaks('{"text":"at service.example.com"}')).toBe(true);
  });
});

test.each(['geheimnis-ü-lang', 'quoted"secret\\long'])(
  'the secret %s is found as it stands in the bytes of an answer',
  (secret) => {
    const leaks = createLeakCheck(settings('https://service.example.com', secret), []);
    const bytes = Buffer.from(JSON.stringify({ text: `it is ${secret}` }));
    expect(leaks(bytes.toString('latin1'))).toBe(true);
  },
);

test('a token that was replaced is found and hidden as the one in use is', () => {
  const tokens = ['first-opaque-token', 'second-opaque-token'];
  const leaks = createLeakCheck(settings('https://service.example.com'), tokens);
  const redact = createRedact(settings('https://service.example.com'), tokens);
  for (const token of tokens) {
    expect(leaks(`{"note":"${token}"}`)).toBe(true);
    expect(redact(`sent ${token}`)).toBe('sent [hidden]');
  }
  tokens.push('third-opaque-token');
  expect(leaks('third-opaque-token')).toBe(true);
});
