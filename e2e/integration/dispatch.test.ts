import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { AuditPage } from '../../src/contract/console/audit.ts';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import { Problem } from '../../src/contract/console/problem.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { Gridhelm } from '../support/gridhelm.ts';
import { OperatorClient } from '../support/operator-client.ts';

const STOP = { type: 'StopCharging', value: null };

let gridhelm: Gridhelm;
let operator: OperatorClient;
let fleetId = '';

beforeAll(async () => {
  gridhelm = await Gridhelm.start();
  operator = await new OperatorClient(gridhelm.origin).signIn();
  const { path } = CONSOLE_ROUTES.collectives;
  const { collectives } = await operator.read(DirectoryCollectives, path);
  fleetId = collectives.find((collective) => collective.type === 'Fleet')?.id ?? '';
});
afterAll(async () => {
  await gridhelm.dispose();
});
afterEach(async () => {
  await gridhelm.setFaults([]);
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
  expect(own.map((act) => [act.outcome, act.upstreamStatus, act.operatorName === first])).toEqual([
    ['accepted', 201, true],
    ['repeated', null, true],
    ['refused', null, false],
  ]);
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

test('told to stop before the Service answered: takes no new one, and keeps the answer', async () => {
  const id = randomUUID();
  await gridhelm.setFaults([{ endpoint: 'sendCommand', kind: 'hold' }]);
  const sent = operator.dispatchAnyway(fleetId, STOP, { [IDEMPOTENCY_HEADER]: id });
  await gridhelm.untilHeld();
  const ended = gridhelm.end('SIGTERM');
  const refused = await operator.dispatchAnyway(fleetId, STOP, {
    [IDEMPOTENCY_HEADER]: randomUUID(),
  });
  expect([refused.status, Problem.parse(await refused.json()).code]).toEqual([503, 'stopping']);
  await gridhelm.setFaults([]);
  expect((await sent).status).toBe(201);
  expect(await ended).toBe(0);
  await gridhelm.start();
  expect((await operator.batch(id)).batch.outcome).toBe('accepted');
});
