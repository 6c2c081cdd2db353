import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { BatchDetail, BatchRows } from '../../../contract/console/batch.ts';
import { DryRun } from '../../../contract/console/dry-run.ts';
import { Resolution } from '../../../contract/console/resolution.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import { type Seen } from '../../../server/testing/fake-service.ts';
import { consoleOfEachTest } from '../../../server/testing/started-console.ts';
import { aCommand } from '../testing/stored-batch.ts';

const now = `/api/v1/collectives/${FLEET}/commands`;
const later = `${now}/schedule`;
const HOUR = 3_600_000;

const commandsOf = (type: string) =>
  CARS.map((entityId) =>
    aCommand(randomUUID(), { entityId, type, triggerTime: new Date().toISOString() }),
  );
const accepting = ({ method, body }: Seen) => {
  if (method !== 'POST') return { status: 404, body: { errors: [{ message: 'Not now.' }] } };
  const type = body.includes('StopCharging') ? 'StopCharging' : 'StartCharging';
  return { status: 201, body: { batchId: randomUUID(), commands: commandsOf(type) } };
};
let operator: string;
const started = consoleOfEachTest({
  config: { guardMinutes: 10, timeoutMs: 300 },
  answer: accepting,
});
beforeEach(async () => {
  operator = await started.gridhelm.signIn('operator');
});

const { posts } = started;
const send = (
  body: object,
  headers: Record<string, string> = {},
  { path = now, cookie = operator }: { path?: string; cookie?: string } = {},
) => started.send(`POST ${path}`, cookie, body, { 'idempotency-key': randomUUID(), ...headers });
const STOP = { type: 'StopCharging' };
const read = async (path: string) =>
  (await started.send(`GET /api/console/batches/${path}`, operator)).json();
const batchOf = async (id: string) => BatchDetail.parse(await read(id));

describe('the guard over HTTP', () => {
  test('two operators at the same time: exactly one dispatch is sent', async () => {
    const other = await started.gridhelm.signIn('administrator');
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        send(STOP, {}, { cookie: index % 2 === 0 ? operator : other }),
      ),
    );
    const refused = responses.filter(({ status }) => status !== 201);
    expect(refused.map((each) => each.code())).toEqual(
      Array.from({ length: 5 }, () => [409, 'dispatch_guarded']),
    );
    expect(posts()).toHaveLength(1);
  });

  test('names operator and Command; the override with a reason is sent and stored', async () => {
    const first = randomUUID();
    await send(STOP, { 'idempotency-key': first });
    const refused = await send(STOP);
    const { errors, guard } = refused.problem();
    expect(errors.map(({ code }) => code)).toEqual(['same']);
    expect(guard).toMatchObject({
      totals: [{ kind: 'same', total: 1 }],
      findings: [{ dispatchId: first, type: 'StopCharging', operatorName: 'Jonas Verbeek' }],
    });
    const key = randomUUID();
    const override = { 'x-gridhelm-override': guard?.digest ?? '', 'idempotency-key': key };
    const silent = [400, 'Sending against a warning needs a reason.'];
    expect((await send(STOP, override)).refusal()).toEqual(silent);
    const why = { 'x-gridhelm-reason': 'again', 'x-gridhelm-previous': first };
    expect((await send(STOP, { ...override, ...why })).status).toBe(201);
    const { batch } = await batchOf(key);
    expect(batch).toMatchObject({
      previousId: first,
      reason: 'again',
      overridden: [{ kind: 'same', dispatchId: first }],
      overriddenTotals: [{ kind: 'same', total: 1 }],
    });
    expect((await batchOf(first)).batch.nextIds).toEqual([key]);
    expect(posts()).toHaveLength(2);
  });

  test.each(['same', '0123456789ABCDEF', '0123456789abcde'])(
    'an invalid override is refused: %s',
    async (text) => {
      const reply = await send(STOP, { 'x-gridhelm-override': text, 'x-gridhelm-reason': 'x' });
      expect(reply.code()).toEqual([400, 'invalid_request']);
      expect(posts()).toHaveLength(0);
    },
  );

  test('the same key gets the stored answer, not the guard', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(STOP, key);
    const second = await send(STOP, key);
    expect([second.status, second.json()]).toEqual([201, first.json()]);
  });

  test.each([
    ['the same Command twice', ['StopCharging', 'StopCharging'], 'are the same Command'],
    ['a Command and its opposite', ['StopCharging', 'StartCharging'], 'undo each other'],
  ])('a plan with %s at one second is refused and names the rows', async (_name, types, why) => {
    const plan = types.map((type, at) => ({ type, triggerTime: `2099-07-01T12:00:00.${at}00Z` }));
    const first = { type: 'StopCharging', triggerTime: '2099-07-01T02:00:00Z' };
    const reply = await send([first, ...plan], {}, { path: later });
    const [error] = reply.problem().errors;
    expect([reply.status, error?.code]).toEqual([400, '2.type']);
    expect(error?.message).toContain(`Rows 2 and 3 ${why}`);
    expect(posts()).toHaveLength(0);
    const apart = [first, { type: 'StartCharging', triggerTime: '2099-07-01T06:00:00Z' }];
    expect((await send(apart, {}, { path: later })).status).toBe(201);
  });

  test('refuses past instants, and wall clocks that no zone can show', async () => {
    const row = (at: number, plannedAs?: object) => [
      { ...STOP, triggerTime: new Date(at).toISOString(), plannedAs },
    ];
    const past = await send(row(Date.now() - HOUR), {}, { path: later });
    expect([past.status, past.problem().errors[0]?.code]).toEqual([400, '0.triggerTime']);
    const noon = Date.UTC(2099, 6, 1, 12);
    const zone = 'Europe/Brussels';
    for (const wallClock of ['2099-07-09T12:00', '2099-06-31T12:00']) {
      const wrong = await send(row(noon, { zone, wallClock }), {}, { path: later });
      expect([wrong.status, wrong.problem().errors[0]?.code]).toEqual([400, '0.plannedAs']);
    }
    expect(posts()).toHaveLength(0);
  });

  test.each([
    ['as this server reads it', 'Europe/Brussels', 120, undefined],
    ['by other zone data', 'Europe/Brussels', 60, 120],
    ['in a zone that this server does not have', 'Europe/Later_Named', 180, 'unknown-zone'],
  ])(
    'a plan %s is sent at the confirmed instant, and keeps its offset',
    async (_name, zone, offsetMinutes, serverOffset) => {
      const triggerTime = new Date(Date.UTC(2099, 6, 1, 12) - offsetMinutes * 60_000).toISOString();
      const plannedAs = { zone, wallClock: '2099-07-01T12:00', offsetMinutes };
      // A claim about this server's zone data is not the browser's to make.
      const plan = [{ ...STOP, triggerTime, plannedAs: { ...plannedAs, serverOffset: 7 } }];
      const key = randomUUID();
      const reply = await send(plan, { 'idempotency-key': key }, { path: later });
      expect(reply.status).toBe(201);
      const sent: unknown = JSON.parse(posts()[0]?.body ?? '');
      expect(sent).toEqual([{ type: 'StopCharging', value: null, triggerTime }]);
      const [item] = (await batchOf(key)).batch.items;
      expect(item).toMatchObject({ triggerTime, plannedAs });
      expect(item?.plannedAs?.serverOffset).toBe(serverOffset);
    },
  );
});

describe('an unknown outcome over HTTP', () => {
  test('is checked at once by reading; an operator can start a check', async () => {
    const landed = commandsOf('StopCharging');
    started.fake.answer = (seen) => {
      if (seen.method === 'POST') return 'reset';
      const own = landed.filter(({ entityId }) => seen.path.includes(entityId));
      return { status: 200, body: { data: own } };
    };
    const key = randomUUID();
    expect((await send(STOP, { 'idempotency-key': key })).problem().code).toBe('outcome_unknown');
    await expect
      .poll(async () => (await batchOf(key)).batch.resolution?.verdict, { timeout: 5000 })
      .toBe('landed');
    const { rows } = BatchRows.parse(await read(`${key}/rows`));
    expect(rows.map((row) => [row.matched, row.evidence])).toEqual([
      ['check', 'landed'],
      ['check', 'landed'],
    ]);
    const reply = await started.send(`POST /api/console/batches/${key}/resolutions`, operator);
    expect(Resolution.parse(reply.json())).toMatchObject({ operatorName: 'Jonas Verbeek' });
    expect(posts()).toHaveLength(1);
  });
});

test('a dry run shows the findings that the dispatch would meet, and sends nothing', async () => {
  await send({ type: 'StartCharging' });
  const plan = { collectiveId: FLEET, kind: 'now', items: [STOP] };
  const told = await started.send('POST /api/console/dry-runs', operator, plan);
  const { guard, counts } = DryRun.parse(told.json());
  expect(guard.findings).toMatchObject([{ kind: 'opposite', count: 2 }]);
  expect(counts.find(({ kind }) => kind === 'open')).toEqual({ kind: 'open', count: 2 });
  expect(posts()).toHaveLength(1);
});
