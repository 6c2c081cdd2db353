import { expect, test } from 'vitest';
import { problem } from '../testing/samples.ts';
import { onPasswordWanted, withPassword, type PasswordQuestion } from './confirm-identity.ts';

/** An act that the server refuses until the operator confirmed. */
function guarded() {
  const state = { asked: 0, done: 0, isConfirmed: false };
  const act = (): Promise<string> => {
    state.asked += 1;
    if (!state.isConfirmed) return Promise.reject(problem('confirm_identity', 403));
    state.done += 1;
    return Promise.resolve('done');
  };
  return { state, act };
}

test('an act that wants the password waits for it, and is then performed once', async () => {
  const { state, act } = guarded();
  const stop = onPasswordWanted((question: PasswordQuestion) => {
    expect(state.done).toBe(0);
    state.isConfirmed = true;
    question.confirmed();
  });
  expect(await withPassword(act)).toBe('done');
  expect(state).toMatchObject({ asked: 2, done: 1 });
  stop();
});

test('without the password it stays undone, and says why', async () => {
  const { state, act } = guarded();
  const stop = onPasswordWanted((question) => question.givenUp());
  await expect(withPassword(act)).rejects.toMatchObject({ problem: { code: 'confirm_identity' } });
  stop();
  await expect(withPassword(act)).rejects.toMatchObject({ problem: { code: 'confirm_identity' } });
  expect(state).toMatchObject({ asked: 2, done: 0 });
});

test('any other refusal is passed on, and asks nothing', async () => {
  let questions = 0;
  const stop = onPasswordWanted(() => (questions += 1));
  const refused = () => Promise.reject(problem('forbidden', 403));
  await expect(withPassword(refused)).rejects.toMatchObject({ problem: { code: 'forbidden' } });
  expect(questions).toBe(0);
  stop();
});
