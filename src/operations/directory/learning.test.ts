import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DirectoryCollectiveDetail,
  DirectoryEntityDetail,
} from '../../contract/console/directory.ts';
import { ToDecide } from '../../contract/console/membership.ts';
import { Found } from '../../contract/console/directory-list.ts';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

describe('the directory learns from the Service’s answers', () => {
  let cookie: string;
  const started = consoleOfAllTests();
  beforeAll(async () => {
    cookie = await started.gridhelm.signIn('administrator');
  });
  beforeEach(() => {
    started.fake.answer = () => ({ status: 200, body: { data: [] } });
  });
  const get = (path: string) => started.gridhelm.page({ path }, cookie);
  const entity = async (id: string) => {
    const response = await get(`/api/console/entities/${id}`);
    return response.status === 200 ? DirectoryEntityDetail.parse(response.json()).entity : null;
  };
  const collective = async () =>
    DirectoryCollectiveDetail.parse((await get(`/api/console/collectives/${FLEET}`)).json());

  test('unknown Entities of an answered batch; one answer makes none a member', async () => {
    const stranger = randomUUID();
    const [batchId, commandId] = [randomUUID(), randomUUID()];
    const command = (id: string, entityId: string) => ({
      id,
      entityId,
      status: 'Pending',
      type: 'StopCharging',
      value: null,
      triggerTime: null,
    });
    started.fake.answer = () => ({
      status: 201,
      body: {
        batchId,
        commands: [command(randomUUID(), CARS[0]), command(commandId, stranger)],
      },
    });
    const key = randomUUID();
    const response = await started.gridhelm.page(
      {
        method: 'POST',
        path: `/api/v1/collectives/${FLEET}/commands`,
        body: { type: 'StopCharging', value: '' },
        headers: { 'idempotency-key': key },
      },
      cookie,
    );
    expect(response.status).toBe(201);
    const named = async () => {
      const page = await get(`/api/console/directory/to-decide?collective=${FLEET}`);
      return ToDecide.parse(page.json()).collectives[0]?.named ?? [];
    };
    await vi.waitFor(async () => {
      expect(await named()).toMatchObject([{ entityId: stranger, name: null }]);
    });
    expect(await entity(stranger)).toMatchObject({ source: 'batch', name: null, collectives: [] });
    expect((await collective()).entities.map(({ id }) => id).toSorted()).toEqual([...CARS]);
    const decide = (cookieOf: string) =>
      started.gridhelm.page(
        {
          method: 'POST',
          path: `/api/console/collectives/${FLEET}/membership`,
          body: { entityIds: [stranger], act: 'confirm' },
        },
        cookieOf,
      );
    expect((await decide(await started.gridhelm.signIn('operator'))).status).toBe(403);
    expect((await collective()).entities).toHaveLength(2);
    expect((await decide(cookie)).status).toBe(200);
    expect(await named()).toEqual([]);
    expect((await collective()).entities.map(({ id }) => id)).toContain(stranger);
    const audit = await get('/api/console/audit?action=directory-changed');
    expect(audit.text).toContain(`collective ${FLEET}`);
    expect(audit.text).toContain(stranger);
    expect(audit.text).toContain(String.raw`\"members\":{\"before\":2,\"after\":3}`);
    expect((await entity(CARS[0]))?.source).toBe('world:test');
    for (const id of [key, batchId]) {
      const found = Found.parse((await get(`/api/console/find?q=${id}`)).json());
      expect(found.batches.map((batch) => batch.id)).toEqual([key]);
    }
    const found = Found.parse((await get(`/api/console/find?q=${commandId}`)).json());
    expect(found.commands).toEqual([
      { id: commandId, dispatchId: key, entityId: stranger, type: 'StopCharging' },
    ]);
  });

  test('Entities of offboarding requests', async () => {
    const stranger = randomUUID();
    const request = {
      id: randomUUID(),
      principalId: randomUUID(),
      status: 'Pending',
      data: { id: stranger, components: [] },
    };
    started.fake.answer = () => ({ status: 200, body: { data: [request] } });
    expect((await get('/api/v1/offboarding/entities')).status).toBe(200);
    await vi.waitFor(async () => {
      expect((await entity(stranger))?.source).toBe('offboarding');
    });
  });

  test('a refused Entity is unreachable until a success; a missing part of it is irrelevant', async () => {
    const refuse = () => ({ status: 404, body: { errors: [{ code: 'NotFound' }] } });
    started.fake.answer = refuse;
    await get(`/api/v1/entities/${CARS[1]}/locations/${randomUUID()}`);
    await get(`/api/v1/entities/${CARS[1]}/battery-capacity`);
    expect((await entity(CARS[1]))?.unreachable).toBeNull();
    await get(`/api/v1/entities/${CARS[1]}/features`);
    await vi.waitFor(async () => {
      expect((await entity(CARS[1]))?.unreachable?.status).toBe(404);
    });
    started.fake.answer = () => ({ status: 200, body: [] });
    await get(`/api/v1/entities/${CARS[1]}/features`);
    await vi.waitFor(async () => {
      expect((await entity(CARS[1]))?.unreachable).toBeNull();
    });
  });

  test('a refused Collective is marked on its page', async () => {
    started.fake.answer = () => ({ status: 403, body: { errors: [] } });
    expect((await get(`/api/v1/collectives/${FLEET}/members`)).status).toBe(403);
    await vi.waitFor(async () => {
      expect((await collective()).collective.unreachable?.status).toBe(403);
    });
  });

  test('only an administrator changes the directory', async () => {
    const operator = await started.gridhelm.signIn('operator');
    const path = `/api/console/entities/${CARS[0]}`;
    const edit = { method: 'PATCH', path, body: { name: 'Renamed' } };
    expect((await started.gridhelm.page(edit, operator)).status).toBe(403);
    const response = await started.gridhelm.page(edit, cookie);
    expect(DirectoryEntityDetail.parse(response.json()).entity.name).toBe('Renamed');
    const bad = await started.gridhelm.page({ ...edit, body: { nickname: 'x' } }, cookie);
    expect(bad.status).toBe(400);
    const turned = await started.gridhelm.page({ ...edit, body: { name: 'Van \u202E7' } }, cookie);
    expect(turned.status).toBe(400);
  });
});
