import { expect, test } from 'vitest';
import { NAMED_RUN } from '../../testing/report-samples.ts';
import { allReadMessage, partialMessage, progressMessage } from './run-labels.ts';

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
