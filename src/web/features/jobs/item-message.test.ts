import { expect, test } from 'vitest';
import type { JobChange, JobDoubt, JobNote, JobSeen } from '../../../contract/console/job.ts';
import { bulkItems } from '../../testing/job-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { itemMessage } from './job-items.tsx';

const FEATURE: JobChange = { kind: 'feature', feature: 'capture', enabled: true };
const CAPACITY: JobChange = { kind: 'capacity' };
const OFFBOARDING: JobChange = { kind: 'offboarding' };
const SAID = { source: 'service', message: 'Closed today' } as const;
const OWN = { source: 'console', message: 'No answer in time.' } as const;
const LOST = { code: 'lost', reason: OWN } as const;
const STOPPED = { code: 'stopped' } as const;
const listing = (...listed: string[]) => ({ code: 'no-feature' as const, listed });

const noted = (note: JobNote | null, change: JobChange) =>
  bulkItems({ note }).map((item) => itemMessage(item, change, 'kWh'))[0];

const CANCEL: JobChange = { kind: 'cancel', dispatchId: uuid(800), only: null };
const command = (status: string) => ({ code: 'command' as const, status });

test('an item without a note has no message', () => {
  expect(noted(null, FEATURE)).toBeNull();
});

test.each([
  [FEATURE, { code: 'refused', reason: SAID, reading: false }, '“Closed today”'],
  [FEATURE, { code: 'refused', reason: OWN, reading: false }, 'No answer in time.'],
  [
    FEATURE,
    { code: 'refused', reason: SAID, reading: true },
    '“Closed today” (when it was read; nothing was sent)',
  ],
  [
    CAPACITY,
    { code: 'not-sent', seen: { code: 'unread', reason: SAID } },
    'Its value could not be read: “Closed today”. Nothing was sent.',
  ],
  [
    OFFBOARDING,
    { code: 'not-sent', seen: { code: 'unread', reason: OWN } },
    'The Offboarding Requests could not be read: No answer in time. Nothing was sent.',
  ],
  [
    FEATURE,
    { code: 'not-sent', seen: listing('a', 'b') },
    'The Service lists no feature capture for this Entity; it lists a, b. Nothing was sent.',
  ],
  [
    OFFBOARDING,
    { code: 'not-sent', seen: { code: 'request', status: 'Pending' } },
    'Its request is Pending. Nothing was sent.',
  ],
  [
    OFFBOARDING,
    { code: 'not-sent', seen: { code: 'request', status: null } },
    'Its request is without a status. Nothing was sent.',
  ],
  [
    CAPACITY,
    { code: 'checked', doubt: LOST, seen: { code: 'value', value: 61.5 } },
    'No answer in time. Read afterwards: 61.5 kWh.',
  ],
  [
    FEATURE,
    { code: 'checked', doubt: STOPPED, seen: { code: 'value', value: false } },
    'The console stopped before the answer was stored. Read afterwards: off.',
  ],
  [
    FEATURE,
    {
      code: 'checked',
      doubt: { code: 'answered', found: { code: 'value', value: false } },
      seen: { code: 'unread', reason: SAID },
    },
    'The Service took the change and answered: off. Its value could not be read afterwards: “Closed today”.',
  ],
  [
    FEATURE,
    { code: 'checked', doubt: LOST, seen: listing() },
    'No answer in time. Read afterwards: the Service lists no feature capture for this Entity; it lists none.',
  ],
  [CANCEL, { code: 'not-sent', seen: command('Sent') }, 'It was already Sent.'],
  [
    CANCEL,
    { code: 'checked', doubt: { code: 'refused', reason: SAID }, seen: command('Sent') },
    '“Closed today”. Read afterwards: Sent.',
  ],
  [
    CANCEL,
    { code: 'checked', doubt: LOST, seen: { code: 'unread', reason: OWN } },
    'No answer in time. Its status could not be read afterwards: No answer in time.',
  ],
  [
    CANCEL,
    {
      code: 'checked',
      doubt: { code: 'answered', found: command('Pending') },
      seen: command('Canceled'),
    },
    'The Service took the change and answered: Pending. Read afterwards: Canceled.',
  ],
  [
    OFFBOARDING,
    { code: 'checked', doubt: LOST, seen: { code: 'no-request' } },
    'No answer in time. Read afterwards: no open request.',
  ],
  [
    OFFBOARDING,
    { code: 'checked', doubt: LOST, seen: { code: 'request', status: 'Pending' } },
    'No answer in time. Read afterwards: its request is Pending.',
  ],
] satisfies [JobChange, JobNote, string][])('%o: %o', (change, note, message) => {
  expect(noted(note, change)).toBe(message);
});

const SEEN: Readonly<Record<JobSeen['code'], JobSeen>> = {
  value: { code: 'value', value: null },
  'no-feature': listing('a'),
  command: command('Sent'),
  request: { code: 'request', status: 'Pending' },
  'no-request': { code: 'no-request' },
  unread: { code: 'unread', reason: OWN },
};
const DOUBTS: Readonly<Record<JobDoubt['code'], JobDoubt>> = {
  lost: LOST,
  refused: { code: 'refused', reason: SAID },
  stopped: STOPPED,
  answered: { code: 'answered', found: listing('a') },
};
const seen = Object.values(SEEN);
const NOTES: Readonly<Record<JobNote['code'], JobNote[]>> = {
  refused: [{ code: 'refused', reason: SAID, reading: false }],
  'not-sent': seen.map((each) => ({ code: 'not-sent', seen: each })),
  checked: Object.values(DOUBTS).flatMap((doubt) =>
    seen.map((each) => ({ code: 'checked', doubt, seen: each }) as const),
  ),
};

test('every code has its own text, for every kind of change', () => {
  const notes = Object.values(NOTES).flat();
  expect(notes).toHaveLength(31);
  for (const change of [FEATURE, CAPACITY, OFFBOARDING, CANCEL]) {
    const messages = notes.map((note) => noted(note, change));
    expect(new Set(messages).size).toBe(notes.length);
    for (const message of messages)
      expect(message).toMatch(/^[A-Z“](?!.*(?:undefined|null|\[object))/);
  }
});
