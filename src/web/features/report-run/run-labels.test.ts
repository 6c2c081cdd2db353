import { expect, test } from 'vitest';
import { NAMED_RUN } from '../../testing/report-samples.ts';
import {
  allReadMessage,
  lateMessage,
  partialMessage,
  progressMessage,
  provisionalMessage,
} from './run-labels.ts';

const { progress } = NAMED_RUN;
const of = (total: number, done: number, failed: number, offboarded: number) => ({
  ...progress,
  entities: { total, done, failed, waiting: total - done - failed },
  offboarded,
});

test('a report with offboarded Entities counts them beside those read', () => {
  const complete = { state: 'complete', progress: of(46, 46, 0, 2) } as const;
  expect(allReadMessage(complete)).toBe('All 46 Entities read, 2 offboarded');
  expect(progressMessage(complete)).toBe('All 46 Entities read, 2 offboarded.');
  const running = { state: 'running', progress: of(46, 20, 0, 1) } as const;
  expect(progressMessage(running)).toBe('Running: 20 of 46 Entities read, 1 offboarded.');
  const partial = { state: 'partial' as const, progress: of(46, 43, 3, 2) };
  expect(progressMessage(partial)).toBe(
    '43 of 46 Entities read, 2 offboarded, 3 could not be read.',
  );
  expect(allReadMessage({ progress: of(1, 1, 0, 1) })).toBe('The Entity was read, then offboarded');
  expect(allReadMessage({ progress: of(46, 46, 0, 0) })).toBe('All 46 Entities read');
});

test('the text about partial figures also explains the effect', () => {
  const partial = { state: 'partial', progress: of(46, 45, 1, 2) } as const;
  expect(partialMessage(partial)).toBe(
    'Partial: 1 Entity could not be read. Some of its sessions are missing in these figures. 2 Entities are offboarded: what was known counts, and nothing newer can be read.',
  );
  expect(partialMessage({ state: 'complete', progress: of(46, 46, 0, 2) })).toBeNull();
});

test('what is not known of older sessions, and what may still grow, is in the zone of the report', () => {
  const knownLate = { entities: 3, from: '2026-10-11T22:00:00Z' };
  expect(lateMessage({ ...NAMED_RUN, progress: { ...progress, knownLate } })).toBe(
    'Sessions of 3 Entities are known only from 12 Oct 2026.',
  );
  expect(lateMessage(NAMED_RUN)).toBeNull();
  const provisionalFrom = '2026-02-26T23:00:00Z';
  expect(provisionalMessage({ provisionalFrom }, 'Europe/Zurich')).toMatch(
    /figures from 27 Feb 2026, 00:00 \(Europe\/Zurich\) on may still grow/,
  );
});
