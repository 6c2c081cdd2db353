import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CommandBatch } from '../../src/contract/command.ts';
import { AuditPage } from '../../src/contract/console/audit.ts';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import { IDEMPOTENCY_HEADER, REASON_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { fillPath } from '../../src/contract/paths.ts';
import { Gridhelm } from '../support/gridhelm.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

const STOP = { type: 'StopCharging', value: null };

let gridhelm: Gridhelm;
let operator: OperatorClient;
let fleetId = '';

beforeAll(async () => {
  gridhelm = await Gridhelm.start();
  operator = await new OperatorClient(gridhelm.origin).signIn();
  const { collectives } = await operator.read(
    DirectoryCollectives,
    CONSOLE_ROUTES.collectives.path,
  );
  fleetId = collectives.find((collective) => collective.type === 'Fleet')?.id ?? '';
});
afterAll(async () => {
  await gridhelm.dispose();
});
afterEach(async () => {
  await gridhelm.setFaults([]);
});

const batchOf = async (id: string) => await operator.batch(id);

const problemOf = async (answer: Response) => Problem.parse(await answer.json());

describe('one intent, one dispatch', () => {
  test('a replay with the same key returns the same batch and reaches the Service once', async () => {
    const before = await gridhelm.received('sendCommand');
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const first = await operator.dispatchAnyway(fleetId, STOP, key);
    expect(first.status).toBe(201);
    const batch = CommandBatch.parse(await first.json());
    const again = await operator.dispatchAnyway(fleetId, STOP, key);
    expect(again.status).toBe(201);
    expect(CommandBatch.parse(await again.json()).batchId).toBe(batch.batchId);
    expect((await gridhelm.received('sendCommand')) - before).toBe(1);
  });

  test('the audit log distinguishes a dispatch from its repetition; another operator’s is refused', async () => {
    const dispatchId = randomUUID();
    const key = { [IDEMPOTENCY_HEADER]: dispatchId };
    await operator.dispatchAnyway(fleetId, STOP, key);
    const admin = await new OperatorClient(gridhelm.origin).signIn('administrator');
    expect((await operator.dispatchAnyway(fleetId, STOP, key)).status).toBe(201);
    expect((await admin.dispatchAnyway(fleetId, STOP, key)).status).toBe(422);
    const { acts } = await admin.read(AuditPage, CONSOLE_ROUTES.audit.path);
    const own = acts.filter((act) => act.dispatchId === dispatchId).toReversed();
    const first = own[0]?.operatorName;
    expect(own.map((act) => [act.outcome, act.upstreamStatus, act.operatorName === first])).toEqual(
      [
        ['accepted', 201, true],
        ['repeated', null, true],
        ['refused', null, false],
      ],
    );
  });

  test('ten concurrent requests with one key are one dispatch', async () => {
    const before = await gridhelm.received('sendCommand');
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => operator.dispatchAnyway(fleetId, STOP, key)),
    );
    const statuses = new Set(answers.map((answer) => answer.status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    expect(answers.filter((answer) => answer.status === 201).length).toBeGreaterThan(0);
    expect((await gridhelm.received('sendCommand')) - before).toBe(1);
  });

  test('without a key nothing is sent: 400', async () => {
    const before = await gridhelm.received('sendCommand');
    const answer = await operator.dispatchAnyway(fleetId, STOP);
    expect(answer.status).toBe(400);
    expect((await problemOf(answer)).code).toBe('idempotency_key_missing');
    expect(await gridhelm.received('sendCommand')).toBe(before);
  });

  test('the same key with another body, flag or Collective is refused: 422', async () => {
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    expect((await operator.dispatchAnyway(fleetId, STOP, key)).status).toBe(201);
    const before = await gridhelm.received('sendCommand');
    const others = [
      await operator.dispatchAnyway(fleetId, { type: 'StartCharging', value: null }, key),
      await operator.dispatch(
        fleetId,
        STOP,
        { ...key, [REASON_HEADER]: 'urgent' },
        '?ignoreCooldown=true',
      ),
    ];
    for (const answer of others) {
      expect(answer.status).toBe(422);
      expect((await problemOf(answer)).code).toBe('idempotency_key_reused');
    }
    expect(await gridhelm.received('sendCommand')).toBe(before);
  });
});

describe('bad input changes nothing', () => {
  test.each([
    ['an empty limit', { type: 'LimitFeedIn', value: '' }],
    ['a value of 10,000 characters', { type: 'LimitFeedIn', value: '9'.repeat(10_000) }],
    ['an unknown type', { type: 'BoilKettle', value: null }],
    ['no type', {}],
    ['a list', [STOP]],
  ])('%s: 400, in words, nothing sent, nothing kept', async (_, body) => {
    const before = await gridhelm.received('sendCommand');
    const id = randomUUID();
    const answer = await operator.dispatchAnyway(fleetId, body, { [IDEMPOTENCY_HEADER]: id });
    expect(answer.status).toBe(400);
    const problem = await problemOf(answer);
    expect(problem.source).toBe('console');
    expect(problem.errors[0]?.message?.length).toBeGreaterThan(10);
    expect(await gridhelm.received('sendCommand')).toBe(before);
    const page = await operator.call('GET', fillPath(CONSOLE_ROUTES.batch.path, { id }));
    expect(page.status).toBe(404);
  });

  test('an id that is not a UUID and an unknown Collective: 404, nothing sent', async () => {
    const before = await gridhelm.received('sendCommand');
    for (const id of ['not-a-uuid', randomUUID()]) {
      const answer = await operator.dispatchAnyway(id, STOP, {
        [IDEMPOTENCY_HEADER]: randomUUID(),
      });
      expect([400, 404]).toContain(answer.status);
      expect((await problemOf(answer)).errors[0]?.message).toBeTruthy();
    }
    expect(await gridhelm.received('sendCommand')).toBe(before);
  });

  test('a viewer may not dispatch', async () => {
    const viewer = await new OperatorClient(gridhelm.origin).signIn('viewer');
    const before = await gridhelm.received('sendCommand');
    const answer = await viewer.dispatch(fleetId, STOP, { [IDEMPOTENCY_HEADER]: randomUUID() });
    expect(answer.status).toBe(403);
    expect((await problemOf(answer)).errors[0]?.message).toContain('viewer');
    expect(await gridhelm.received('sendCommand')).toBe(before);
  });
});

describe('the outcome', () => {
  test('a batch ends with successes and failures, each failure with the device’s reason', async () => {
    const id = randomUUID();
    const headers = {
      [IDEMPOTENCY_HEADER]: id,
      [REASON_HEADER]: encodeURIComponent('Grid operator asked: 10 % – now'),
    };
    // The tests above have sent the same Command: the devices may still be in their cooldown.
    const cooled = '?ignoreCooldown=true';
    const answer = await operator.dispatchAnyway(fleetId, STOP, headers, cooled);
    const sent = CommandBatch.parse(await answer.json());
    expect(sent.commands.every((command) => command.status === 'Pending')).toBe(true);
    await gridhelm.finishDevices();
    const settled = await until(
      async () => await batchOf(id),
      (seen) => seen.batch.settled,
    );
    expect(settled.batch).toMatchObject({
      outcome: 'accepted',
      batchId: sent.batchId,
      reason: 'Grid operator asked: 10 % – now',
      memberCount: sent.commands.length,
    });
    expect(settled.rows).toHaveLength(sent.commands.length);
    expect(settled.rows.every((row) => row.entityName !== null)).toBe(true);
    const failed = settled.rows.filter((row) => row.status === 'Failed');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((row) => row.error?.title && row.error.description)).toBe(true);
    expect(settled.rows.some((row) => row.status === 'Succeeded')).toBe(true);
  });

  test('killed with -9 midway: the batch still exists and its tally completes', async () => {
    const id = randomUUID();
    const answer = await operator.dispatchAnyway(
      fleetId,
      { type: 'StartCharging', value: null },
      { [IDEMPOTENCY_HEADER]: id },
    );
    expect(answer.status).toBe(201);
    expect((await batchOf(id)).batch.settled).toBe(false);
    await gridhelm.end('SIGKILL');
    await gridhelm.start();
    await gridhelm.finishDevices();
    const settled = await until(
      async () => await batchOf(id),
      (seen) => seen.batch.settled,
    );
    expect(settled.batch.outcome).toBe('accepted');
    expect(settled.rows.every((row) => row.status === 'Succeeded' || row.status === 'Failed')).toBe(
      true,
    );
  });

  test.each([
    ['acts, then the answer is lost', { kind: 'reset-after' }, 1],
    ['resets before it acts', { kind: 'reset-before' }, 1],
    ['answers 500', { kind: 'status', status: 500 }, 1],
    ['answers what cannot be read', { kind: 'malformed-json' }, 1],
  ])('the Service %s: outcome unknown, sent once, never again', async (_, fault, sends) => {
    const before = await gridhelm.received('sendCommand');
    await gridhelm.setFaults([{ endpoint: 'sendCommand', ...fault }]);
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const first = await operator.dispatchAnyway(fleetId, STOP, key);
    expect([502, 504]).toContain(first.status);
    expect((await problemOf(first)).code).toBe('outcome_unknown');
    await gridhelm.setFaults([]);
    const again = await operator.dispatchAnyway(fleetId, STOP, key);
    expect((await problemOf(again)).code).toBe('outcome_unknown');
    expect((await gridhelm.received('sendCommand')) - before).toBe(sends);
    const { batch } = await batchOf(key[IDEMPOTENCY_HEADER] ?? '');
    expect(batch.outcome).toBe('unknown');
    expect(batch.unknownCause?.length).toBeGreaterThan(10);
  });

  test('killed with -9 before the Service answered: unknown after the restart', async () => {
    const id = randomUUID();
    await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
    const lost = operator
      .dispatchAnyway(fleetId, STOP, { [IDEMPOTENCY_HEADER]: id })
      .catch(() => null);
    await gridhelm.untilHeld();
    await gridhelm.end('SIGKILL');
    await lost;
    await gridhelm.start();
    const { batch, rows } = await batchOf(id);
    expect(batch).toMatchObject({ outcome: 'unknown', batchId: null });
    expect(rows.length).toBe(batch.memberCount);
    const again = await operator.dispatchAnyway(fleetId, STOP, { [IDEMPOTENCY_HEADER]: id });
    expect((await problemOf(again)).code).toBe('outcome_unknown');
    expect(await gridhelm.received('sendCommand')).toBe(0);
  });

  test('told to stop before the Service answered: takes no new one, and keeps the answer', async () => {
    const id = randomUUID();
    await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
    const sent = operator.dispatchAnyway(fleetId, STOP, { [IDEMPOTENCY_HEADER]: id });
    await gridhelm.untilHeld();
    const ended = gridhelm.end('SIGTERM');
    const refused = await operator.dispatchAnyway(fleetId, STOP, {
      [IDEMPOTENCY_HEADER]: randomUUID(),
    });
    expect([refused.status, (await problemOf(refused)).code]).toEqual([503, 'stopping']);
    await gridhelm.setFaults([]);
    expect((await sent).status).toBe(201);
    expect(await ended).toBe(0);
    await gridhelm.start();
    expect((await batchOf(id)).batch.outcome).toBe('accepted');
  });

  test('the Service refuses: its message is kept and relayed', async () => {
    const errors = [{ code: 'maintenance', message: 'Gone fishing', description: null }];
    await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'status', status: 409, errors }]);
    const id = randomUUID();
    const answer = await operator.dispatchAnyway(fleetId, STOP, { [IDEMPOTENCY_HEADER]: id });
    expect(answer.status).toBe(409);
    expect(await problemOf(answer)).toMatchObject({ source: 'service', errors });
    const { batch } = await batchOf(id);
    expect(batch).toMatchObject({ outcome: 'refused', refusal: { status: 409, errors } });
  });
});
