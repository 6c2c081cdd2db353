import { describe, expect, test } from 'vitest';
import { UpstreamFault } from '../../../http/fault.ts';
import { aCommand, storeBatch } from '../../dispatch/testing/stored-batch.ts';
import { createObserver } from '../../dispatch/track/observe.ts';
import { refusal, worldOfEachTest } from '../testing/job-world.ts';

const HOUR = 3_600_000;
const world = worldOfEachTest();

const said = (message: string) => ({ source: 'service', message });
const own = (message: string) => ({ source: 'console', message });
const checked = (doubt: object, status: string) => ({
  code: 'checked',
  doubt,
  seen: { code: 'command', status },
});

describe('canceling a batch', () => {
  test('cancels all, soonest first, each with one request, and shows the outcomes', async () => {
    const { db, service } = world();
    const { key, ids } = await world().schedule([3 * HOUR, HOUR, 2 * HOUR]);
    const { id } = await world().cancel(key);
    await world().advance(2000);
    expect(service.sent).toEqual([ids[1], ids[2], ids[0]]);
    expect(service.asked).toHaveLength(3);
    expect(await world().job(id)).toMatchObject({
      state: 'done',
      total: 3,
      operatorName: 'Olga',
      counts: { waiting: 0, sending: 0, done: 3, 'too-late': 0, refused: 0, unknown: 0 },
    });
    const items = await world().items(id);
    expect(items.map((item) => item.commandId)).toEqual(service.sent);
    expect(items.map(({ entityName, triggerTime }) => [entityName, triggerTime])).toEqual(
      [HOUR, 2 * HOUR, 3 * HOUR].map((ms) => [
        'Van 1',
        new Date(Date.UTC(2026, 0, 1) + ms).toISOString(),
      ]),
    );
    const stored = await db.selectFrom('sent_commands').select(['status', 'settled']).execute();
    expect(stored).toEqual(ids.map(() => ({ status: 'Canceled', settled: 1 })));
  });

  test('reports too late for a Command already sent, and keeps the Service’s message of a refusal', async () => {
    const { service } = world();
    const { key, ids } = await world().schedule([HOUR, 2 * HOUR]);
    const [gone = '', refused = ''] = ids;
    service.commands.set(gone, aCommand(gone, { status: 'Sent' }));
    service.onSend = (id) => (id === refused ? refusal(403, 'Not on a Sunday') : null);
    const { id } = await world().cancel(key);
    await world().advance(2000);
    expect(await world().ends(id)).toEqual([
      ['too-late', checked({ code: 'refused', reason: said('Only a Pending one') }, 'Sent')],
      ['refused', checked({ code: 'refused', reason: said('Not on a Sunday') }, 'Pending')],
    ]);
    expect(service.sent).toHaveLength(2);
  });

  test('a lost answer is settled by reading: canceled, too late or unknown, never sent again', async () => {
    const { service } = world();
    const { key, ids } = await world().schedule([HOUR, 2 * HOUR, 3 * HOUR]);
    const [lost = '', , gone = ''] = ids;
    service.onSend = (id) =>
      id === lost ? 'lost' : new UpstreamFault('timeout', 'No answer in time.');
    service.commands.set(gone, aCommand(gone, { status: 'Failed' }));
    const { id } = await world().cancel(key);
    await world().advance(5000);
    const timedOut = { code: 'lost', reason: own('No answer in time.') };
    expect(await world().ends(id)).toEqual([
      ['done', checked({ code: 'lost', reason: own('The connection broke.') }, 'Canceled')],
      ['unknown', checked(timedOut, 'Pending')],
      ['too-late', checked(timedOut, 'Failed')],
    ]);
    expect(service.sent).toEqual(ids);
  });

  test('a Command that cannot be read after a lost answer is unknown, after a refusal refused', async () => {
    const { service } = world();
    const { key, ids } = await world().schedule([HOUR, 2 * HOUR]);
    service.onSend = (id) => (id === ids[0] ? 'lost' : refusal(403, 'Not on a Sunday'));
    service.onRead = () => refusal(404, 'No such Command');
    const { id } = await world().cancel(key);
    await world().advance(3000);
    expect(await world().states(id)).toEqual(['unknown', 'refused']);
  });

  test('an answer other than Canceled is read again', async () => {
    const { service } = world();
    const { key } = await world().schedule([HOUR]);
    service.onSend = () => 'deaf';
    const { id } = await world().cancel(key);
    await world().advance(1000);
    const doubt = { code: 'answered', found: { code: 'command', status: 'Pending' } };
    expect(await world().ends(id)).toEqual([['unknown', checked(doubt, 'Pending')]]);
    expect(service.sent).toHaveLength(1);
  });

  test('a Command seen past Pending since it began needs no request', async () => {
    const { db, clock, service } = world();
    const { key, ids } = await world().schedule([HOUR, 2 * HOUR, 3 * HOUR]);
    const [before = '', since = '', canceled = ''] = ids;
    const observer = createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} });
    await observer.learn(aCommand(before, { status: 'Triggered' }));
    clock.advance(1000);
    const { id } = await world().cancel(key);
    await observer.learn(aCommand(since, { status: 'Sent' }));
    await observer.learn(aCommand(canceled, { status: 'Canceled' }));
    await world().advance(2000);
    expect(service.sent).toEqual([before]);
    expect(await world().states(id)).toEqual(['done', 'too-late', 'done']);
  });
});

describe('beside another cancellation', () => {
  test('a running one that cancels all is answered', async () => {
    const { key } = await world().schedule([HOUR, 2 * HOUR]);
    const first = await world().cancel(key);
    expect(await world().cancel(key)).toEqual({ id: first.id, created: false });
  });

  test('one of a planned item cancels only that; another takes the rest', async () => {
    const { key, ids } = await world().schedule([HOUR, HOUR, 2 * HOUR]);
    const triggerTime = world().service.commands.get(ids[0] ?? '')?.triggerTime ?? '';
    const first = await world().cancel(key, { only: { type: 'StopCharging', triggerTime } });
    const rest = await world().cancel(key);
    expect(await world().items(first.id)).toHaveLength(2);
    expect((await world().items(rest.id)).map((item) => item.commandId)).toEqual([ids[2]]);
  });

  test('is done at once if the batch has nothing left to cancel', async () => {
    const commands = [aCommand(undefined, { status: 'Failed' })];
    const key = await storeBatch(world().db, { commands }, 0);
    const { id } = await world().cancel(key);
    expect(await world().job(id)).toMatchObject({ state: 'done', total: 0 });
  });
});
