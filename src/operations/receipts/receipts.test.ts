import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../contract/command.ts';
import { Receipt, ReceiptCheck, ReceiptContent } from '../../contract/console/receipt.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { openStore } from '../../store/open-store.ts';
import {
  CARS,
  FLEET,
  startTestConsole,
  type TestConsole,
} from '../../server/testing/console-harness.ts';
import { startFakeService, type FakeService } from '../../server/testing/fake-service.ts';
import { hashOfText } from './content.ts';
import { SEAL_EVERY_MS } from './sealer.ts';

/** The sealer polls every few seconds. */
const SOON = { timeout: 10 * SEAL_EVERY_MS };

const command = (last: number, entityId: string, status: string): Command => ({
  id: `cccccccc-0000-4000-8000-00000000c${String(last).padStart(3, '0')}`,
  entityId,
  status,
  triggerTime: '2026-03-02T10:00:00Z',
  type: 'StopCharging',
  value: null,
  error: status === 'Failed' ? { title: 'Offline', description: 'No “answer”\r\nat all' } : null,
  verification: null,
});

describe('receipts', { timeout: 30_000 }, () => {
  let fake: FakeService;
  let gridhelm: TestConsole;
  let operator: string;
  let count = 0;
  let key = '';
  beforeAll(async () => {
    fake = await startFakeService();
  });
  beforeEach(async () => {
    count += 1;
    key = `aaaaaaaa-0000-4000-8000-${String(count).padStart(12, '0')}`;
    // Entities without a Command count as checked at once.
    gridhelm = await startTestConsole(fake, { config: { resolverSettleSeconds: 0 } });
    operator = await gridhelm.signIn('operator');
  });
  afterEach(() => gridhelm.running.close());
  afterAll(() => fake.close());

  const dispatch = (body: object = { type: 'StopCharging', value: null }) =>
    gridhelm.page(
      {
        method: 'POST',
        path: `/api/v1/collectives/${FLEET}/commands`,
        headers: { 'idempotency-key': key, 'x-gridhelm-reason': 'night' },
        body,
      },
      operator,
    );
  const accept = (commands: Command[]) => {
    fake.answer = ({ method }) =>
      method === 'POST'
        ? { status: 201, body: { batchId: key, commands } }
        : { status: 200, body: { data: [] } };
  };
  const path = () => `/api/console/batches/${key}/receipt`;
  const read = async () => Receipt.parse((await gridhelm.page({ path: path() }, operator)).json());
  const check = async () =>
    ReceiptCheck.parse((await gridhelm.page({ path: `${path()}/check` }, operator)).json());
  const sealed = async (revisions: number) => {
    await expect.poll(async () => (await read()).seals.length, SOON).toBe(revisions);
  };
  /** Changes the store as somebody with access to the file can. */
  const tamper = async (statement: string) => {
    const db = await openStore(join(gridhelm.dataDir, 'console.db'));
    for (const table of ['seals', 'command_observations']) {
      await sql`drop trigger if exists ${sql.ref(`${table}_no_update`)}`.execute(db);
    }
    await sql.raw(statement).execute(db);
    await db.destroy();
  };

  test('while the batch runs there is no seal, and the check reports it', async () => {
    accept([command(1, CARS[0], 'Pending')]);
    expect((await dispatch()).status).toBe(201);
    const receipt = await read();
    expect(receipt.seals).toEqual([]);
    expect(receipt.content.batch.outcome).toBe('accepted');
    expect(receipt.hash).toBe(hashOfText(canonicalJson(receipt.content)));
    expect(await check()).toMatchObject({ seals: [], ledgerHolds: true });
  });

  test('a final batch is sealed: operator, reason, members, Commands and each change', async () => {
    accept([command(1, CARS[0], 'Failed')]);
    await dispatch();
    await sealed(1);
    const { content, seals, hash } = await read();
    expect(seals[0]).toMatchObject({
      revision: 1,
      hash,
      cause: 'All of 1 Command have a final state; the outcome of 1 Entity is unknown.',
    });
    expect(hash).toBe(hashOfText(canonicalJson(content)));
    expect(content.batch).toMatchObject({
      reason: 'night',
      batchId: key,
      operator: { name: 'Jonas Verbeek' },
      verdictCounts: { failed: 1 },
    });
    expect(content.upstreamStatus).toBe(201);
    expect(content.members.map(({ name }) => name)).toEqual(['Van 1', 'Van 2']);
    expect(content.commands.map(({ row }) => [row.entityName, row.status])).toEqual([
      ['Van 1', 'Failed'],
      ['Van 2', null],
    ]);
    expect(content.commands[0]?.observations).toHaveLength(1);
    expect(content.commands[0]?.row.error?.description).toBe('No “answer”\r\nat all');
    const found = await check();
    expect(found.ledgerHolds).toBe(true);
    expect(found.seals.map(({ holds }) => holds)).toEqual([true]);
  });

  test('a refused dispatch has a receipt with the Service’s message', async () => {
    fake.answer = () => ({ status: 422, body: { errors: [{ code: 'c', message: 'Not now.' }] } });
    await dispatch();
    await sealed(1);
    const { content } = await read();
    expect(content.batch.refusal).toMatchObject({
      status: 422,
      errors: [{ code: 'c', message: 'Not now.', description: null }],
    });
    expect(content.commands.every(({ row }) => row.commandId === null)).toBe(true);
  });

  test('a late change makes a further revision with its cause; the first seal stays', async () => {
    accept([command(1, CARS[0], 'Failed')]);
    await dispatch();
    await sealed(1);
    const first = await read();
    fake.answer = () => ({ status: 200, body: command(1, CARS[0], 'Canceled') });
    const one = `/api/v1/entities/${CARS[0]}/commands/${command(1, CARS[0], '').id}`;
    expect((await gridhelm.page({ path: one }, operator)).status).toBe(200);
    await sealed(2);
    const second = await read();
    expect(second.seals[0]).toEqual(first.seals[0]);
    expect(second.seals[1]?.cause).toBe('1 Command changed after the seal.');
    expect(second.content.commands[0]?.observations).toHaveLength(2);
    expect(await check()).toMatchObject({
      ledgerHolds: true,
      seals: [{ holds: true }, { holds: true }],
    });
  });

  test('a read without a change makes no revision', async () => {
    accept([command(1, CARS[0], 'Failed')]);
    await dispatch();
    await sealed(1);
    fake.answer = () => ({ status: 200, body: command(1, CARS[0], 'Failed') });
    const one = `/api/v1/entities/${CARS[0]}/commands/${command(1, CARS[0], '').id}`;
    await gridhelm.page({ path: one }, operator);
    key = key.replace(/^a/, 'b');
    accept([command(2, CARS[1], 'Failed')]);
    await dispatch();
    // The later batch is sealed after the sealer has examined the first one again.
    await sealed(1);
    key = key.replace(/^b/, 'a');
    expect((await read()).seals).toHaveLength(1);
    expect((await check()).ledgerHolds).toBe(true);
  });

  test('a seal with changed content is invalid', async () => {
    accept([command(1, CARS[0], 'Failed')]);
    await dispatch();
    await sealed(1);
    await tamper(`update seals set content = replace(content, 'night', 'light')`);
    const found = await check();
    expect(found.seals[0]?.holds).toBe(false);
    expect(found.message).toContain('does not have the hash');
  });

  test.each([
    [`update commands set status = 'Succeeded'`, 'no observed change behind it'],
    [`update command_observations set status = 'Sent'`, 'is not what it was'],
    [`update intents set reason = 'other', version = version + 1`, 'reads differently: reason'],
    [`delete from commands`, 'are not there'],
    [`update intent_members set name = 'x'`, 'known at the send'],
  ])('%s is detected by the check and never sealed', async (statement, explanation) => {
    accept([command(1, CARS[0], 'Failed')]);
    await dispatch();
    await sealed(1);
    await tamper(statement);
    const found = await check();
    expect(found.ledgerHolds).toBe(false);
    expect(found.message).toContain(explanation);
    expect(found.seals).toHaveLength(1);
    expect(ReceiptContent.parse((await read()).content).batch.reason).toBe('night');
  });

  test('seals survive a restart, and the database refuses to change them', async () => {
    accept([command(1, CARS[0], 'Failed')]);
    await dispatch();
    await sealed(1);
    const before = await read();
    await gridhelm.running.close();
    const db = await openStore(join(gridhelm.dataDir, 'console.db'));
    const change = db.updateTable('seals').set({ cause: 'other' }).execute();
    await expect(change).rejects.toThrow('rows of seals are only added');
    await db.destroy();
    gridhelm = await startTestConsole(fake, { config: { dataDir: gridhelm.dataDir } });
    operator = await gridhelm.signIn('operator');
    expect((await read()).seals).toEqual(before.seals);
    expect((await check()).ledgerHolds).toBe(true);
  });

  test('an unknown batch: 404', async () => {
    expect((await gridhelm.page({ path: path() }, operator)).status).toBe(404);
    expect((await gridhelm.page({ path: `${path()}/check` }, operator)).status).toBe(404);
  });
});
