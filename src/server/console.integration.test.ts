import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../contract/zod.ts';
import { ChargeSession } from '../contract/charge-session.ts';
import { Command, CommandBatch } from '../contract/command.ts';
import { BatchDetail, BatchRows } from '../contract/console/batch.ts';
import { DirectoryCollectiveDetail, DirectoryCollectives } from '../contract/console/directory.ts';
import { ENDPOINTS, type EndpointShape } from '../contract/endpoints.ts';
import { OVERRIDE_HEADER, PROXY_PREFIX, REASON_HEADER } from '../contract/console/headers.ts';
import { pageOf } from '../contract/paging.ts';
import { fillPath } from '../contract/paths.ts';
import { DEFAULT_DIALECT } from '../contract/queries.ts';
import { parseServiceConfig } from '../service/config.ts';
import { startService, type RunningService } from '../service/start-service.ts';
import { startTestConsole, type TestConsole } from './testing/console-harness.ts';

let service: RunningService;
let gridhelm: TestConsole;
let admin: string;
let fleet: DirectoryCollectiveDetail;

const seedOf = (running: RunningService) => ({
  source: `world:${running.worldKey}`,
  directory: running.directory(),
});

async function startBoth(dataDir: string): Promise<void> {
  const parsed = parseServiceConfig({ DATA_DIR: dataDir, SERVICE_PORT: '0', SERVICE_CLOCK: '20' });
  if ('problems' in parsed) throw new Error(parsed.problems.join());
  service = await startService(parsed.config);
  const { baseUrl, authUrl, credentials } = service;
  gridhelm = await startTestConsole(service, {
    upstream: {
      baseUrl,
      authUrl,
      ...credentials,
      scope: 'esp',
      dialect: DEFAULT_DIALECT,
      timeoutMs: 5000,
      maxInFlight: 8,
    },
    seed: seedOf(service),
    config: { dataDir, logLevel: 'warn' },
  });
}

beforeAll(async () => {
  await startBoth(mkdtempSync(path.join(tmpdir(), 'both-')));
  admin = await gridhelm.signIn('administrator');
  const list = await read('/api/console/collectives', DirectoryCollectives);
  const found = list.collectives.find((collective) => collective.type === 'Fleet');
  fleet = await read(`/api/console/collectives/${found?.id}`, DirectoryCollectiveDetail);
});
afterAll(async () => {
  await gridhelm.running.close();
  await service.close();
});

async function read<S extends z.ZodType>(target: string, schema: S): Promise<z.output<S>> {
  const reply = await gridhelm.page({ path: target }, admin);
  expect([target, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([target, 200, '']);
  return schema.parse(reply.json());
}

/** Sends a dispatch, overriding the guard: these tests share one fleet. */
async function post(target: string, key: string, body: object) {
  const send = (headers: Record<string, string>) =>
    gridhelm.page(
      { method: 'POST', path: target, body, headers: { 'idempotency-key': key, ...headers } },
      admin,
    );
  const reply = await send({});
  if (reply.status !== 409 || reply.problem().code !== 'dispatch_guarded') return reply;
  const override = reply.problem().guard?.digest ?? '';
  return send({ [REASON_HEADER]: 'seen', [OVERRIDE_HEADER]: override });
}

const commandsPath = () => `/api/v1/collectives/${fleet.collective.id}/commands`;
const batchOf = (key: string) => read(`/api/console/batches/${key}`, BatchDetail);
const rowsOf = async (key: string) =>
  (await read(`/api/console/batches/${key}/rows`, BatchRows)).rows;

describe('the console in front of the embedded service', () => {
  test('every read of the interface works', async () => {
    const [entity] = fleet.entities;
    const ids: Record<string, string> = {
      entityId: entity?.id ?? '',
      collectiveId: fleet.collective.id,
    };
    const reads = Object.values<EndpointShape>(ENDPOINTS).filter(
      ({ method, path: template }) =>
        method === 'GET' &&
        [...template.matchAll(/\{(\w+)\}/g)].every(([, name]) => (name ?? '') in ids),
    );
    expect(reads.length).toBeGreaterThan(6);
    for (const endpoint of reads) {
      await read(PROXY_PREFIX + fillPath(endpoint.path, ids), z.unknown());
    }
  });

  test('pages of charge sessions have no gaps or repetitions', async () => {
    const seen = new Set<string>();
    const base = `/api/v1/entities/${fleet.entities[0]?.id}/charge-sessions?pageSize=20`;
    let next = base;
    let pages = 0;
    for (; next !== ''; pages += 1) {
      const page = await read(next, pageOf(ChargeSession));
      for (const { id } of page.data) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      expect(page.links?.next ?? null).toBeNull();
      const token = page.meta?.continuationToken ?? null;
      next = token === null ? '' : `${base}&continuationToken=${encodeURIComponent(token)}`;
    }
    expect(pages).toBeGreaterThan(1);
  });

  test('a dispatch reaches its final counts, failures with the device’s reason', async () => {
    const key = randomUUID();
    const reply = await post(commandsPath(), key, { type: 'StopCharging' });
    expect(reply.status).toBe(201);
    expect(CommandBatch.parse(reply.json()).commands).toHaveLength(fleet.entities.length);
    await expect
      .poll(async () => (await batchOf(key)).batch.settled, { timeout: 25_000, interval: 250 })
      .toBe(true);
    const { batch } = await batchOf(key);
    const rows = await rowsOf(key);
    expect(batch.memberCount).toBe(fleet.entities.length);
    expect(batch.verdictCounts['verified'] ?? 0).toBeGreaterThan(0);
    expect(rows.filter((row) => !['Succeeded', 'Failed'].includes(row.status ?? ''))).toEqual([]);
    const silent = rows.filter((row) => row.status === 'Failed' && !row.error?.title);
    expect(silent).toEqual([]);
  });

  test('a canceled Command is canceled in its batch at once', async () => {
    const key = randomUUID();
    const triggerTime = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const body = [{ type: 'StopCharging', triggerTime }];
    expect((await post(`${commandsPath()}/schedule`, key, body)).status).toBe(201);
    const [row] = await rowsOf(key);
    const canceled = await gridhelm.page(
      { method: 'PATCH', path: `/api/v1/entities/${row?.entityId}/commands/${row?.commandId}` },
      admin,
    );
    expect(Command.parse(canceled.json()).status).toBe('Canceled');
    const { batch } = await batchOf(key);
    expect(batch.verdictCounts['canceled']).toBe(1);
    expect(batch.settled).toBe(false);
  });

  test('a replay and a second body with the same key', async () => {
    const key = randomUUID();
    const first = await post(commandsPath(), key, { type: 'StartCharging' });
    const again = await post(commandsPath(), key, { type: 'StartCharging' });
    expect(again.json()).toEqual(first.json());
    expect((await post(commandsPath(), key, { type: 'StopCharging' })).status).toBe(422);
  });

  test('the refusal of an unknown Entity keeps the Service’s message', async () => {
    const reply = await gridhelm.page(
      { path: `/api/v1/entities/${randomUUID()}/battery-capacity` },
      admin,
    );
    expect(reply.status).toBe(404);
    expect(reply.problem().source).toBe('service');
  });

  test('nothing is lost in a restart of both; a running batch completes', async () => {
    const key = randomUUID();
    await post(commandsPath(), key, { type: 'StartCharging' });
    const { dataDir } = gridhelm;
    await gridhelm.running.close();
    await service.close();
    await startBoth(dataDir);
    await expect
      .poll(async () => (await batchOf(key)).batch.settled, { timeout: 25_000, interval: 250 })
      .toBe(true);
  });
});
