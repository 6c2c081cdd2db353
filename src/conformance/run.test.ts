import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';
import { runConformance } from './run.ts';

const FILE = path.join(mkdtempSync(path.join(tmpdir(), 'conformance-')), 'secret');
writeFileSync(FILE, 'hush\n');
const ID = 'AAAAAAAA-1111-4111-8111-111111111111';
const ACCESS = [
  '--base-url',
  'https://one.example/api/',
  '--auth-url',
  'https://one.example/token',
  '--client-id',
  'me',
  '--client-secret-file',
  FILE,
];

async function run(args: readonly string[], env: Record<string, string> = {}) {
  let output = '';
  const code = await runConformance({
    args,
    env,
    now: () => 0,
    wait: () => Promise.resolve(),
    startEmbedded: () => Promise.reject(new Error('nothing may be started')),
    write: (text) => {
      output += text;
    },
  });
  return { code, output };
}

describe('the arguments of the conformance suite', () => {
  test('without an address nothing is done, and the usage is printed', async () => {
    const { code, output } = await run([]);
    expect(code).toBe(2);
    expect(output).toContain('--base-url URL');
    expect(output).toContain('SERVICE_BASE_URL');
  });

  test.each<[string, string[], string]>([
    ['an unknown argument', ['--colour', 'red'], '--colour'],
    ['a missing secret', ACCESS.slice(0, 6), 'Missing: --client-secret-file.'],
    ['an invalid address', ['--base-url', 'ftp://a', ...ACCESS.slice(2)], '--base-url: "ftp://a"'],
    ['an invalid id', [...ACCESS, '--entity', '7'], '--entity: "7" is not a UUID.'],
    [
      'half a Location',
      [...ACCESS, '--delete-location', ID],
      '--delete-location: "" is not a UUID.',
    ],
    ['a missing secret file', [...ACCESS.slice(0, 7), '/nowhere'], 'cannot be read'],
  ])('%s is reported in one line, without a request', async (_, args, message) => {
    const { code, output } = await run(args);
    expect([code, output.trim().split('\n').length]).toEqual([2, 1]);
    expect(output).toContain(message);
  });

  test('reads arguments before the environment, and both names of the secret', () => {
    const env = {
      SERVICE_BASE_URL: 'https://two.example',
      SERVICE_AUTH_URL: 'https://two.example/token',
      SERVICE_CLIENT_ID: 'you',
      SERVICE_CLIENT_SECRET: 'loud',
      SERVICE_PARAM_PAGE_SIZE: 'limit',
    };
    expect(readOptions([], env)?.access).toMatchObject({
      baseUrl: 'https://two.example',
      clientId: 'you',
      clientSecret: 'loud',
      scope: 'esp',
      dialect: { pageSize: 'limit', start: 'start' },
    });
    const both = readOptions([...ACCESS, '--entity', ID, '--entity', ID], env);
    expect(both?.access).toMatchObject({
      baseUrl: 'https://one.example/api',
      clientId: 'me',
      clientSecret: 'hush',
    });
    expect(both?.targets.entityIds).toEqual([ID.toLowerCase(), ID.toLowerCase()]);
    expect(both?.write).toBe(false);
  });

  test('permanent losses must be named', () => {
    const options = readOptions([...ACCESS, '--write'], {});
    expect(options?.write).toBe(true);
    expect(options?.targets).toMatchObject({
      offboardEntityId: null,
      offboardForGood: false,
      removeMemberId: null,
      deleteLocation: null,
    });
    const named = readOptions(
      [...ACCESS, '--offboard-for-good', ID, '--delete-location', `${ID}/${ID}`],
      {},
    );
    expect(named?.targets).toMatchObject({
      offboardEntityId: ID.toLowerCase(),
      offboardForGood: true,
      deleteLocation: { entityId: ID.toLowerCase(), locationId: ID.toLowerCase() },
    });
  });

  test('writes are announced, and the findings are written as JSON', async () => {
    const json = `${FILE}.json`;
    const nowhere = ['--base-url', 'http://127.0.0.1:9', '--auth-url', 'http://127.0.0.1:9'];
    const { code, output } = await run([...ACCESS, ...nowhere, '--write', '--json', json]);
    expect(code).toBe(1);
    expect(output).toMatch(/^Will write:\n {2}\S/);
    expect(output).not.toContain('hush');
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ summary: { holds: 0 } });
  });
});
