import { expect, test } from 'vitest';
import { UpstreamFault } from '../../../http/fault.ts';
import { refusal, requestFor, worldOfEachTest } from '../testing/job-world.ts';

const world = worldOfEachTest();

const own = (message: string) => ({ source: 'console', message });
const openBefore = (status: string | null) => ({
  code: 'not-sent',
  seen: { code: 'request', status },
});
const checked = (message: string, seen: object) => ({
  code: 'checked',
  doubt: { code: 'lost', reason: own(message) },
  seen,
});
const endsOf = async (id: string) =>
  (await world().items(id)).map(({ state, note, requestId }) => [state, note, requestId]);

test('makes one request for each Entity that has none open, and names it', async () => {
  const { service } = world();
  const ids = world().fleet(6);
  const [first = '', canceled = '', failed = '', pending = '', strange = '', bare = ''] = ids;
  service.addRequest(canceled, 'Canceled');
  service.addRequest(failed, 'Failed');
  const open = [
    service.addRequest(pending, 'Pending'),
    service.addRequest(strange, 'Simmering'),
    service.addRequest(bare, null),
  ];
  const { id } = await world().offboard(ids);
  await world().advance(3000);
  expect(service.sent.toSorted()).toEqual([first, canceled, failed].toSorted());
  const madeFor = (entityId: string) =>
    service.requests.findLast(({ data, status }) => data.id === entityId && status === 'Pending')
      ?.id;
  expect(await endsOf(id)).toEqual([
    ['done', null, madeFor(first)],
    ['done', null, madeFor(canceled)],
    ['done', null, madeFor(failed)],
    ['unchanged', openBefore('Pending'), open[0]?.id],
    ['unchanged', openBefore('Simmering'), open[1]?.id],
    ['unchanged', openBefore(null), open[2]?.id],
  ]);
  // The five pages of the list are read once and shared, not read for each.
  expect(service.asked.filter(({ method }) => method === 'GET')).toHaveLength(5);
});

test('keeps a refusal; looks a lost answer up in the current list, and never sends again', async () => {
  const { service } = world();
  const ids = world().fleet(3);
  const [refused = '', lost = ''] = ids;
  service.onSend = (each) => {
    if (each === refused) return refusal(404, 'There is no such Entity');
    return each === lost ? 'lost' : new UpstreamFault('timeout', 'No answer in time.');
  };
  const { id } = await world().offboard(ids);
  await world().advance(3000);
  const reason = { source: 'service', message: 'There is no such Entity' };
  const made = service.requests.find(({ data }) => data.id === lost)?.id;
  expect(await endsOf(id)).toEqual([
    ['refused', { code: 'refused', reason, reading: false }, null],
    ['done', checked('The connection broke.', { code: 'request', status: 'Pending' }), made],
    ['unknown', checked('No answer in time.', { code: 'no-request' }), null],
  ]);
  expect(service.sent.toSorted()).toEqual(ids.toSorted());
});

test('sends nothing if the list cannot be read', async () => {
  const { service } = world();
  service.onRead = () => new UpstreamFault('server-error', 'It answered 500.', { status: 500 });
  const { id } = await world().offboard(world().fleet(1));
  await world().advance(3000);
  const seen = { code: 'unread', reason: own('It answered 500.') };
  expect(await endsOf(id)).toEqual([['skipped', { code: 'not-sent', seen }, null]]);
  expect(service.sent).toEqual([]);
});

test('too many, or one that comes from another run, are refused', async () => {
  await expect(world().offboard(world().fleet(501))).rejects.toThrow('At most 500');
  const from = { runId: requestFor([]).id, how: 'again' } as const;
  const again = requestFor(world().fleet(1), { change: { kind: 'offboarding' }, from });
  await expect(world().change(again)).rejects.toThrow('does not come from another run');
});
