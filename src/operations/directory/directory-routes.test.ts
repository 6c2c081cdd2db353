import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { DirectoryCollectiveDetail } from '../../contract/console/directory.ts';
import { DirectoryImportResult } from '../../contract/console/directory-import.ts';
import { CARS, FLEET, startTestConsole } from '../../server/testing/console-harness.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

describe('over HTTP', () => {
  const started = consoleOfAllTests();
  const importing = (body: object | string) => ({
    method: 'POST',
    path: '/api/console/directory/import',
    body,
    headers: { 'content-type': 'application/json' },
  });

  test('the first bad path is named, and nothing is imported', async () => {
    const administrator = await started.gridhelm.signIn('administrator');
    const response = await started.gridhelm.page(
      importing({ collectives: [{ id: randomUUID(), name: 'X', entities: ['no'] }] }),
      administrator,
    );
    expect(response.status).toBe(400);
    expect(response.problem().errors[0]?.code).toBe('collectives.0.entities.0');
  });

  test('removing a member updates the membership from the answer, for that Collective only', async () => {
    const collective = { id: randomUUID(), name: 'Small', entities: [...CARS] };
    const administrator = await started.gridhelm.signIn('administrator');
    await started.gridhelm.page(importing({ collectives: [collective] }), administrator);
    const entities = async () => {
      const target = `/api/console/collectives/${collective.id}`;
      const response = await started.gridhelm.page({ path: target }, administrator);
      return DirectoryCollectiveDetail.parse(response.json()).entities.map((entity) => entity.id);
    };
    const remove = (answered: object) => {
      started.fake.answer = () => ({ status: 200, body: answered });
      const target = `/api/v1/collectives/${collective.id}/members/${randomUUID()}`;
      return started.gridhelm.page({ method: 'DELETE', path: target }, administrator);
    };
    expect((await remove({ id: FLEET, entities: [] })).status).toBe(200);
    expect(await entities()).toEqual([...CARS]);
    const response = await remove({ id: collective.id, entities: [CARS[1]] });
    expect([response.status, response.json()]).toMatchObject([200, { entities: [CARS[1]] }]);
    expect(await entities()).toEqual([CARS[1]]);
    const fleet = await started.gridhelm.page(
      { path: `/api/console/collectives/${FLEET}` },
      administrator,
    );
    expect(DirectoryCollectiveDetail.parse(fleet.json()).entities).toHaveLength(2);
  });

  test('a removal that cannot be stored is still reported as done', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-'));
    const other = await startTestConsole(started.fake, { config: { dataDir } });
    const administrator = await other.signIn('administrator');
    const file = new Database(path.join(dataDir, 'console.db'));
    file.exec(
      "CREATE TRIGGER no_write BEFORE UPDATE ON collectives BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    file.close();
    const body = { id: FLEET, name: 'Renamed', entities: [] };
    started.fake.answer = () => ({ status: 200, body });
    const target = `/api/v1/collectives/${FLEET}/members/${randomUUID()}`;
    const response = await other.page({ method: 'DELETE', path: target }, administrator);
    expect([response.status, response.json()]).toMatchObject([200, body]);
    expect(other.logs.join('')).toContain('could not be stored');
    await other.running.close();
  });

  test('a large document is accepted', async () => {
    const administrator = await started.gridhelm.signIn('administrator');
    const entities = Array.from({ length: 20_000 }, (_, index) => ({
      id: randomUUID(),
      name: `Entity ${index}`,
    }));
    const response = await started.gridhelm.page(importing({ entities }), administrator);
    expect(DirectoryImportResult.parse(response.json()).entities.added).toBe(20_000);
  });

  test('finds seeded records, and answers 404 for others', async () => {
    const viewer = await started.gridhelm.signIn('viewer');
    const response = await started.gridhelm.page(
      { path: `/api/console/collectives/${FLEET}` },
      viewer,
    );
    expect(DirectoryCollectiveDetail.parse(response.json()).entities).toHaveLength(2);
    for (const noun of ['collectives', 'entities', 'batches']) {
      const missing = await started.gridhelm.page(
        { path: `/api/console/${noun}/${randomUUID()}` },
        viewer,
      );
      expect([missing.status, missing.problem().code]).toEqual([404, 'not_found']);
    }
  });
});
