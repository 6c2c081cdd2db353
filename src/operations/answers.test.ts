import { expect, test, vi } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { createAnswerSubscriber } from './answers.ts';
import { createRecentChanges } from './fleet/recent-changes.ts';

const ID = 'a24a3f2e-60a6-4f0c-a73f-a0a0a0a0a0a0';
const FEATURES: unknown[] = [];

/** A subscriber whose fleet store stores nothing until it is told to. */
function held() {
  const ends: ((error?: Error) => void)[] = [];
  const store = () =>
    new Promise<void>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  const onError = vi.fn<(error: unknown) => void>();
  let now = 0;
  const nothing = async () => {};
  const answers = createAnswerSubscriber({
    onReach() {},
    onOffboarding() {},
    onCommand: nothing,
    onCommands: nothing,
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
    },
    changes: createRecentChanges({ elapsed: () => (now += 1) }),
    onError,
  });
  const read = () =>
    answers.onAnswer('listFeatures', { params: { entityId: ID }, query: {} }, FEATURES);
  return { answers, ends, onError, read };
}

/** Whether it resolves while nothing is stored. */
async function resolves(answered: Promise<void>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => {
    setImmediate(resolve, false);
  });
  return await Promise.race([answered.then(() => true), later]);
}

test('who reads does not wait for the store, and a stop does', async () => {
  const { answers, ends, read } = held();
  expect(await resolves(read())).toBe(true);
  const settled = answers.settle();
  expect(await resolves(settled)).toBe(false);
  ends[0]?.();
  await settled;
});

test('who changes something waits until it is stored, and hears of a failure', async () => {
  const { answers, ends } = held();
  const input = { params: { entityId: ID, locationId: ID }, query: {} };
  const deleted = answers.onAnswer('deleteLocation', input, null);
  expect(await resolves(deleted)).toBe(false);
  ends[0]?.(new Error('disk'));
  await expect(deleted).rejects.toThrow('disk');
});

test('what was read and could not be stored is reported, and does not fail the answer', async () => {
  const { answers, ends, onError, read } = held();
  await read();
  ends[0]?.(new Error('disk'));
  await answers.settle();
  expect(onError).toHaveBeenCalledWith(new Error('disk'));
});

test('a store that falls behind is waited for', async () => {
  const { ends, read } = held();
  for (let at = 0; at < 64; at += 1) await read();
  const last = read();
  expect(await resolves(last)).toBe(false);
  ends[0]?.();
  await last;
});

test('an answer that was asked for before a change is not stored after it', async () => {
  const { answers, ends } = held();
  const noAnswer = () => Promise.reject(new Error('no answer'));
  const upstream = answers.watch({
    call: noAnswer,
    dispatch: noAnswer,
    enterDispatch: noAnswer,
    checkToken: noAnswer,
    clockOffset: () => null,
    redact: (text) => text,
    close: async () => {},
  });
  const early = { params: { entityId: ID }, query: {} };
  const late = { params: { entityId: ID }, query: {} };
  const change = { params: { entityId: ID, featureId: ID }, query: {}, body: {} };
  await expect(upstream.call(ENDPOINTS.listFeatures, early)).rejects.toThrow('no answer');
  await expect(upstream.call(ENDPOINTS.changeFeature, change)).rejects.toThrow('no answer');
  await expect(upstream.call(ENDPOINTS.listFeatures, late)).rejects.toThrow('no answer');
  await answers.onAnswer('listFeatures', early, FEATURES);
  expect(ends).toEqual([]);
  await answers.onAnswer('listFeatures', late, FEATURES);
  expect(ends).toHaveLength(1);
  ends[0]?.();
});
