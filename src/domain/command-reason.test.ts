import { expect, test } from 'vitest';
import { commandReason, errorMessage, keptErrors, titledMessage } from './command-reason.ts';

const LONG = 'x'.repeat(200_000);
const CUT = `${'x'.repeat(2000)}… (200,000 characters)`;

test('the words of a device are cut and cleaned where they are shown', () => {
  const error = { title: 'Off\u202Eline', description: LONG };
  expect(titledMessage(error)).toBe(`Offline: ${CUT}`);
  expect(
    errorMessage({ error: null, verification: { status: null, completedAt: null, error } }),
  ).toBe(titledMessage(error));
  expect(commandReason({ error, verification: null })).toBe('Offline');
  expect(titledMessage({ title: '', description: null })).toBeNull();
  expect(titledMessage(null)).toBeNull();
});

test('errors are kept cut, that of the verification too', () => {
  const error = { title: LONG, description: null };
  const cut = { title: CUT, description: null };
  const verification = { status: 'Failed', completedAt: null, error };
  expect(keptErrors({ error, verification })).toEqual({
    error: cut,
    verification: { ...verification, error: cut },
  });
  const none = { error: null, verification: null };
  expect(keptErrors(none)).toEqual(none);
});
