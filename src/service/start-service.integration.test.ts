import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { TokenAnswer } from '../contract/token.ts';
import { z } from '../contract/zod.ts';
import { DirectoryImport } from '../contract/console/directory-import.ts';
import { type RunningService, startService } from './start-service.ts';
import {
  IDS,
  type ServiceUnderTest,
  TEST_START_MS,
  serviceUnderTest,
  twoOrganisations,
} from './test-support.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const part of running.splice(0)) await part.close();
});

async function started(...args: Parameters<typeof serviceUnderTest>): Promise<ServiceUnderTest> {
  const sut = await serviceUnderTest(...args);
  running.push(sut);
  return sut;
}

function askToken(service: RunningService, fields: Record<string, string>, init: RequestInit = {}) {
  return fetch(service.authUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: service.credentials.clientId,
      client_secret: service.credentials.clientSecret,
      scope: 'esp',
      ...fields,
    }),
    ...init,
  });
}

describe('the token endpoint', () => {
  test('issues a token that its published key verifies', async () => {
    const { service } = await started(twoOrganisations(), { tokenTtlS: 60 });
    const answer = await askToken(service, {});
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const token = TokenAnswer.parse(await answer.json());
    expect([token.expires_in, token.token_type]).toEqual([60, 'Bearer']);
    const keys = await fetch(`${service.baseUrl}/.well-known/jwks.json`);
    const Keys = z.object({ keys: z.array(z.record(z.string(), z.string())) });
    const jwks = Keys.parse(await keys.json());
    expect(Object.keys(jwks.keys[0] ?? {}).toSorted()).toEqual([
      'alg',
      'e',
      'kid',
      'kty',
      'n',
      'use',
    ]);
    const { payload, protectedHeader } = await jwtVerify(
      token.access_token,
      createLocalJWKSet({ keys: jwks.keys.map((key) => ({ kty: 'RSA', ...key })) }),
      { currentDate: new Date(TEST_START_MS) },
    );
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({ organisation: IDS.ours, scope: 'esp' });
  });
});

describe('starting', () => {
  test('makes credentials and keeps them in a file that only its owner can read, across restarts', async () => {
    const sut = await started();
    const file = path.join(sut.dataDir, 'service-credentials.json');
    await sut.restart(async () => await rm(file));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    const { credentials } = sut.service;
    const token = await sut.token();
    await sut.restart();
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(sut.service.credentials).toEqual(credentials);
    expect((await sut.call('listEntityTypes', { token })).status).toBe(200);
  });

  test('only the configured credentials are accepted', async () => {
    const client = { clientId: 'mine', clientSecret: 'by hand' };
    const sut = await started(twoOrganisations(), { client });
    expect(sut.service.credentials).toEqual(client);
    expect(
      (await sut.call('listFeatures', { params: { entityId: IDS.entity('prompt') } })).status,
    ).toBe(200);
  });

  test('loads a world once, and keeps worlds and seeds apart', async () => {
    const sut = await started('demo', { seed: 7 });
    expect(sut.service.worldKey).toBe('demo-7');
    const { collectives, entities } = sut.service.directory();
    expect(DirectoryImport.parse(sut.service.directory()).entities).toHaveLength(123);
    expect(collectives.map(({ entities: ids }) => ids.length).toSorted((a, b) => a - b)).toEqual([
      30, 46, 60,
    ]);
    await sut.restart();
    expect(sut.service.directory().entities).toEqual(entities);
    const empty = await startService({ ...sut.config, world: 'empty' }, () => TEST_START_MS);
    running.push(empty);
    expect(empty.directory()).toEqual({ collectives: [], entities: [] });
  });

  test('the directory holds resources that the organisation owns or that are shared with it', async () => {
    const { service } = await started();
    const { collectives, entities } = service.directory();
    expect(collectives.map(({ name }) => name)).toEqual([
      'Collective empty',
      'Collective fleet',
      'Collective lent',
    ]);
    expect(entities.map(({ name }) => name)).toContain('lent');
    expect(entities.map(({ name }) => name)).not.toContain('foreign');
  });

  test('gives the reason in one line', async () => {
    const sut = await started();
    const attempt = (change: Partial<typeof sut.config>) =>
      startService({ ...sut.config, ...change }, () => TEST_START_MS);
    const { port } = sut.service;
    await expect(attempt({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use; `);
    await expect(attempt({ world: 'atlantis' })).rejects.toThrow('demo, empty');
    const folder = mkdtempSync(path.join(tmpdir(), 'device-service-'));
    const bad = path.join(folder, 'bad.json');
    const world = twoOrganisations();
    writeFileSync(bad, JSON.stringify({ ...world, locations: [{ ...world.locations[0], id: 1 }] }));
    await expect(attempt({ world: bad })).rejects.toThrow('locations[0].id: ');
    await expect(attempt({ dataDir: bad })).rejects.toThrow('The data folder cannot be used');
    writeFileSync(path.join(folder, 'service-credentials.json'), '{}');
    await expect(attempt({ dataDir: folder })).rejects.toThrow('cannot be used: it is incomplete');
  });
});
