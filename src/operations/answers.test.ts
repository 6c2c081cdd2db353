import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { UpstreamFault, type FaultKind } from '../http/fault.ts';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { createAnswerSubscriber, type AnswerSubscriber } from './answers.ts';
import type { FleetLearning } from './fleet/fleet-learning.ts';

const ID = 'a24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0';
const FEATURES: unknown[] = [];

/** A subscriber whose fleet store stores nothing until released. */
function held(learning: Partial<FleetLearning> = {}, clock = manualClock(0)) {
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
    fleet: {
      onLocations: store,
      onLocationDeleted: store,
      onFeatures: store,
      onCapacity: store,
      onSessions: store,
      onCommands: store,
      onMembers: store,
      onMemberRemoved: store,
      onTypes: store,
      onRefused: store,
      onDoubt: store,
      ...learning,
    },
    clock,
    onError,
  });
  const read = () =>
    answers.onAnswer('listFeatures', { params: { entityId: ID }, query: {} }, FEATURES, null);
  return { answers, ends, onError, read };
}

const fails = (kind: FaultKind) => () => Promise.reject(new UpstreamFault(kind, 'no answer'));

function watched(answers: AnswerSubscriber, call: UpstreamClient['call']) {
  return answers.watch({
    call,
    dispatch: call,
    enterDispatch: fails('busy'),
    checkToken: fails('busy'),
    clockOffset: () => null,
    redact: (text) => text,
    close: async () => {},
  });
}

/** Whether it resolves while nothing is stored. */
async function resolves(answered: Promise<void>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => {
    setImmediate(resolve, false);
  });
  return await Promise.race([answered.then(() => true), later]);
}

test('a read does not wait for the store, a stop does', async () => {
  const { answers, ends, read } = held();
  expect(await resolves(read())).toBe(true);
  const settled = answers.settle();
  expect(await resolves(settled)).toBe(false);
  ends[0]?.();
  await settled;
});

test('a change waits until it is stored, and fails if that fails', async () => {
  const { answers, ends } = held();
  const input = { params: { entityId: ID, locationId: ID }, query: {} };
  const deleted = answers.onAnswer('deleteLocation', input, null, null);
  expect(await resolves(deleted)).toBe(false);
  ends[0]?.(new Error('disk'));
  await expect(deleted).rejects.toThrow('disk');
});

test('a read that could not be stored is reported, and does not fail the answer', async () => {
  const { answers, ends, onError, read } = held();
  await read();
  ends[0]?.(new Error('disk'));
  await answers.settle();
  expect(onError).toHaveBeenCalledWith(new Error('disk'));
});

test('reads wait for a store that falls behind', async () => {
  const { ends, read } = held();
  for (let at = 0; at < 64; at += 1) await read();
  const last = read();
  expect(await resolves(last)).toBe(false);
  ends[0]?.();
  await last;
});

test('the store gets the time of the request, and changes without an answer', async () => {
  const onFeatures = vi.fn<FleetLearning['onFeatures']>(async () => {});
  const onDoubt = vi.fn<FleetLearning['onDoubt']>(async () => {});
  const clock = manualClock(1000);
  const { answers } = held({ onFeatures, onDoubt }, clock);
  const watch = (call: UpstreamClient['call']) => watched(answers, call);
  const read = { params: { entityId: ID }, query: {} };
  await expect(watch(fails('broken')).call(ENDPOINTS.listFeatures, read)).rejects.toThrow(
    'no answer',
  );
  clock.advance(1000);
  await answers.onAnswer('listFeatures', read, FEATURES, null);
  expect(onFeatures.mock.calls).toEqual([[ID, FEATURES, 1000]]);
  const change = { params: { entityId: ID }, query: {}, body: {} };
  await expect(watch(fails('refused')).call(ENDPOINTS.changeFeature, change)).rejects.toThrow(
    'no answer',
  );
  expect(onDoubt).not.toHaveBeenCalled();
  await expect(watch(fails('timeout')).call(ENDPOINTS.changeFeature, change)).rejects.toThrow(
    'no answer',
  );
  expect(onDoubt.mock.calls).toEqual([[ID, 'features']]);
});

describe('answers with their bodies', () => {
  const BODY = Buffer.from('[]');
  let clock = manualClock(1000);
  let onFeatures = vi.fn<FleetLearning['onFeatures']>();
  let answers = held().answers;
  beforeEach(() => {
    clock = manualClock(1000);
    onFeatures = vi.fn<FleetLearning['onFeatures']>(async () => {});
    answers = held({ onFeatures }, clock).answers;
  });
  const answer = (body = BODY, question = ID) => {
    const input = { params: { entityId: ID }, query: {} };
    return answers.onAnswer('listFeatures', input, FEATURES, { question, body });
  };
  const askedAt = () => onFeatures.mock.calls.map(([, , at]) => at);

  test('that repeat are stored every five seconds, with the time of the last request', async () => {
    await answer();
    await answer(BODY, 'another question');
    clock.advance(400);
    await answer();
    clock.advance(100);
    await answer();
    await expect.poll(askedAt).toEqual([1000, 1000]);
    clock.advance(4500);
    await expect.poll(askedAt).toEqual([1000, 1000, 1500]);
    await answer();
    // Wait until that is stored too.
    await turn();
    clock.advance(5000);
    await expect.poll(askedAt).toEqual([1000, 1000, 1500, 6000]);
    await turn();
    clock.advance(5000);
    await answer();
    await expect.poll(askedAt).toEqual([1000, 1000, 1500, 6000, 16_000]);
  });

  test('that differ are stored at once, with the waiting ones', async () => {
    await answer();
    clock.advance(100);
    await answer();
    clock.advance(100);
    await answer(Buffer.from('[ ]'));
    await expect.poll(() => new Set(askedAt())).toEqual(new Set([1000, 1100, 1200]));
  });

  test('are stored at once after a change or a failure', async () => {
    const input = { params: { entityId: ID, locationId: ID }, query: {} };
    await answer();
    void answers.onAnswer('deleteLocation', input, null, { question: 'deletion', body: BODY });
    clock.advance(100);
    await answer();
    await expect.poll(askedAt).toEqual([1000, 1100]);
    const failed = watched(answers, fails('refused')).call(ENDPOINTS.listFeatures, input);
    await expect(failed).rejects.toThrow('no answer');
    clock.advance(100);
    await answer();
    await expect.poll(askedAt).toEqual([1000, 1100, 1200]);
  });

  test('that wait are stored at a stop', async () => {
    await answer();
    clock.advance(100);
    await answer();
    await answers.settle();
    expect(askedAt()).toEqual([1000, 1100]);
  });
});
