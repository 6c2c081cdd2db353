import { expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { UpstreamFault, type FaultKind } from '../http/fault.ts';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createAnswerSubscriber, type AnswerSubscriber } from './answers.ts';
import type { FleetWriter } from './fleet/reads/writer.ts';

const ID = 'a24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0';
const FEATURES: unknown[] = [];

const featuresOf = (id: string, value: unknown, askedAt: number) => ({
  name: 'listFeatures' as const,
  input: { params: { entityId: id }, query: {} },
  question: id,
  value,
  bytes: 2,
  askedAt,
});

/** A subscriber whose fleet store stores nothing until released. */
function held(writer: Partial<FleetWriter> = {}, clock = manualClock(0)) {
  const ends: ((error?: Error) => void)[] = [];
  const store = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  const onError = vi.fn<(error: unknown) => void>();
  const nothing = async () => {};
  const answers = createAnswerSubscriber({
    onReach() {},
    onOffboarding() {},
    onCommand: nothing,
    onCollective: nothing,
    writer: { put: store, refuse: store, doubt: store, ...writer },
    clock,
    onError,
  });
  const read = () => {
    answers.onRead(featuresOf(ID, FEATURES, 0));
  };
  return { answers, ends, onError, read };
}

const fails = (kind: FaultKind) => () => Promise.reject(new UpstreamFault(kind, 'no answer'));

function watched(answers: AnswerSubscriber, call: UpstreamClient['call']) {
  return answers.watch({
    call,
    dispatch: call,
    enterDispatch: fails('busy'),
    checkToken: fails('busy'),
    tokenGoodUntil: () => null,
    clockOffset: () => null,
    redact: (text) => text,
    leaks: () => false,
    close: async () => {},
  });
}

/** Whether it resolves while nothing is stored. */
async function resolves(answered: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => {
    setImmediate(resolve, false);
  });
  return await Promise.race([answered.then(() => true), later]);
}

test('a read is stored later, and a stop waits for it', async () => {
  const { answers, ends, read } = held();
  read();
  expect(ends).toHaveLength(0);
  const settled = answers.settle();
  expect(await resolves(settled)).toBe(false);
  ends[0]?.();
  await settled;
});

test('a change waits until it is stored, and is answered and reported if that fails', async () => {
  const { answers, ends, onError } = held();
  const input = { params: { entityId: ID, locationId: ID }, query: {} };
  const deleted = answers.onChanged({
    name: 'deleteLocation',
    input,
    value: undefined,
    askedAt: 0,
    status: 204,
  });
  expect(await resolves(deleted)).toBe(false);
  ends[0]?.(new Error('disk'));
  await expect(deleted).resolves.toBeNull();
  expect(onError).toHaveBeenCalledWith(new Error('disk'));
});

test('a read that could not be stored is reported', async () => {
  const { answers, ends, onError, read } = held();
  read();
  const settled = answers.settle();
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  ends[0]?.(new Error('disk'));
  await settled;
  expect(onError).toHaveBeenCalledWith(new Error('disk'));
});

test('nothing is learnt from an answer with items that cannot be used', async () => {
  const put = vi.fn<FleetWriter['put']>(async () => {});
  const { answers } = held({ put });
  const good = { feature: 'CaptureChargeSessions', isEnabled: true };
  for (const [at, value] of [[good, { feature: null }], { data: [] }, [good]].entries()) {
    answers.onRead(featuresOf(`${at}`, value, 0));
  }
  await answers.settle();
  expect(put.mock.calls.map(([{ owner }]) => owner)).toEqual(['2']);
});

test('the store gets the time of the request, and changes without an answer', async () => {
  const put = vi.fn<FleetWriter['put']>(async () => {});
  const doubt = vi.fn<FleetWriter['doubt']>(async () => {});
  const clock = manualClock(1000);
  const { answers } = held({ put, doubt }, clock);
  const watch = (call: UpstreamClient['call']) => watched(answers, call);
  const read = { params: { entityId: ID }, query: {} };
  await expect(watch(fails('broken')).call(ENDPOINTS.listFeatures, read)).rejects.toThrow(
    'no answer',
  );
  clock.advance(1000);
  answers.onRead(featuresOf(ID, FEATURES, 1000));
  await answers.settle();
  const told = { resource: 'features', content: FEATURES };
  expect(put.mock.calls).toEqual([[{ owner: ID, told, isWhole: true, askedAt: 1000 }]]);
  const change = { params: { entityId: ID }, query: {}, body: {} };
  await expect(watch(fails('refused')).call(ENDPOINTS.changeFeature, change)).rejects.toThrow(
    'no answer',
  );
  expect(doubt).not.toHaveBeenCalled();
  await expect(watch(fails('timeout')).call(ENDPOINTS.changeFeature, change)).rejects.toThrow(
    'no answer',
  );
  expect(doubt.mock.calls).toEqual([[ID, 'features']]);
});
