import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseServiceConfig } from './config.ts';

function problems(env: Record<string, string>): string[] {
  const parsed = parseServiceConfig(env);
  return 'problems' in parsed ? parsed.problems : [];
}

describe('the settings of the service', () => {
  test('have defaults, even for an empty string', () => {
    const expected = {
      port: 8081,
      world: 'demo',
      seed: 1,
      clockFactor: 1,
      clockOffsetMs: 0,
      client: null,
      tokenTtlS: 3600,
      rateLimit: null,
      controlPort: null,
      dataDir: './.data',
      logLevel: 'warn',
    };
    expect(parseServiceConfig({})).toEqual({ config: expected });
    expect(parseServiceConfig({ SERVICE_PORT: '', SERVICE_CLOCK: ' ' })).toEqual({
      config: expected,
    });
  });

  test('are read', () => {
    const env = {
      SERVICE_PORT: '0',
      SERVICE_CLOCK: '60',
      SERVICE_CONTROL_PORT: '9',
      HOST: 'x',
      SERVICE_RATE_LIMIT: '50',
      SERVICE_CLOCK_OFFSET_MS: '-600000',
    };
    expect(parseServiceConfig(env)).toMatchObject({
      config: { port: 0, clockFactor: 60, clockOffsetMs: -600_000, controlPort: 9, rateLimit: 50 },
    });
  });

  test('have a line per problem, with name, value and expected value', () => {
    expect(problems({ SERVICE_PORT: 'x', SERVICE_CLOCK: '0', LOG_LEVEL: 'loud' })).toEqual([
      'SERVICE_PORT: "x" is not valid, expected a whole number from 0 to 65535.',
      'SERVICE_CLOCK: "0" is not valid, expected "real" or a speed factor above 0, for example 60.',
      'LOG_LEVEL: "loud" is not valid, expected one of silent, fatal, error, warn, info, debug, trace.',
    ]);
  });

  test('name missing parts of the credentials, and never the secret', () => {
    const alone = problems({ SERVICE_CLIENT_SECRET: 'hunter2hunter2', SERVICE_SEED: '-1' });
    expect(alone).toHaveLength(2);
    expect(alone.join()).toContain('SERVICE_CLIENT_ID: is missing');
    expect(alone.join()).not.toContain('hunter2');
    expect(problems({ SERVICE_CLIENT_ID: 'a' }).join()).toContain('SERVICE_CLIENT_SECRET: ');
  });

  test('read the secret from a file', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'secret-')), 'secret');
    const env = { SERVICE_CLIENT_ID: 'a', SERVICE_CLIENT_SECRET_FILE: file };
    expect(problems(env).join()).toContain('cannot be read');
    writeFileSync(file, 'quiet\n');
    expect(parseServiceConfig(env)).toMatchObject({
      config: { client: { clientId: 'a', clientSecret: 'quiet' } },
    });
    expect(problems({ ...env, SERVICE_CLIENT_SECRET: 'b' }).join()).toContain('expected one');
    writeFileSync(file, '\n');
    expect(problems(env).join()).toContain('is empty');
  });
});
