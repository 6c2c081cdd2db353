import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Role } from '../../../contract/console/session.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { finishAndSeal, storeRun } from '../testing/stored-run.ts';
import { deleteRun } from './remove-run.ts';
import { findRun } from './runs.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const DEFINITION = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0101';

let db: Kysely<Store>;

beforeEach(async () => {
  db = await memoryStore();
});

const by = (role: Role) => ({ operator: { id: 'p', name: 'Pia', role } });
const sealed = async () => {
  const run = await storeRun(
    db,
    { entities: [], saved: { id: DEFINITION, version: 1, name: 'Vans' } },
    NOW,
  );
  await finishAndSeal(db, run.id, NOW);
  return findRun(db, run.id);
};

test.each(['operator', 'viewer'] as const)(
  'a sealed run is not deleted by the role %s',
  async (role) => {
    const run = await sealed();
    const deletion = deleteRun(db, run.id, { by: by(role), reason: 'Wrong tariff' });
    await expect(deletion).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    expect((await findRun(db, run.id)).state).toBe('complete');
  },
);

test('a sealed run is not deleted without a reason', async () => {
  const run = await sealed();
  const deletion = deleteRun(db, run.id, { by: by('administrator'), reason: null });
  await expect(deletion).rejects.toMatchObject({ status: 400 });
  expect((await findRun(db, run.id)).state).toBe('complete');
});

test.each(['approver', 'administrator'] as const)(
  'a sealed run is deleted by the role %s, and the log keeps which figures it had, and why',
  async (role) => {
    const run = await sealed();
    const kept = await deleteRun(db, run.id, { by: by(role), reason: 'Wrong tariff' });
    await expect(findRun(db, run.id)).rejects.toMatchObject({ status: 404 });
    expect(run.manifest_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(kept).toEqual({
      hash: run.manifest_hash,
      sealedBy: 'Ada',
      title: 'Vans',
      from: '2026-03-01',
      to: '2026-04-30',
      reason: 'Wrong tariff',
    });
  },
);
