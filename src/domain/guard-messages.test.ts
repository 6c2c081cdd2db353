import { describe, expect, test } from 'vitest';
import type { EarlierFinding } from '../contract/console/guard.ts';
import { findingMessage, unlistedCount } from './guard-messages.ts';

const FINDING: EarlierFinding = {
  kind: 'same',
  dispatchId: '00000000-0000-4000-8000-000000000001',
  operatorName: 'Ada',
  createdAt: '2026-07-01T22:30:00.000Z',
  type: 'StopCharging',
  value: null,
  triggerTime: null,
  count: 2,
  open: 2,
  outcome: 'accepted',
};
const ZONE = 'Europe/Brussels';
const why = (change: Partial<EarlierFinding>, zone = ZONE) =>
  findingMessage({ ...FINDING, ...change }, zone);

describe('the message of a guard finding', () => {
  test('shows instants in the operator’s zone', () => {
    expect(why({})).toBe(
      'The same was dispatched before: Stop charging, sent by Ada on 2 Jul 2026, 00:30:00 UTC+02:00; 2 of its Commands are still open.',
    );
    expect(why({}, 'America/New_York')).toContain('1 Jul 2026, 18:30:00 UTC-04:00');
    const triggerTime = '2026-07-02T00:00:00.000Z';
    expect(why({ triggerTime })).toContain('planned by Ada for 2 Jul 2026, 02:00:00 UTC+02:00');
  });

  test('tells whether its Commands are unknown, open or ended', () => {
    expect(why({ count: 0, open: 0, outcome: 'unknown' })).toContain(
      'none of its Commands is known',
    );
    expect(why({ kind: 'opposite' })).toMatch(/^The opposite has not ended yet/);
    expect(why({ kind: 'opposite', open: 0 })).toMatch(
      /^The opposite was carried out or tried .*none of its Commands is still open\.$/,
    );
    expect(why({ kind: 'unresolved', outcome: 'sending' })).toMatch(/^Being sent at this moment/);
    expect(why({ kind: 'unresolved', outcome: 'unknown' })).toMatch(/^It is not known/);
    const horizonAt = '2026-07-02T00:00:00.000Z';
    expect(why({ kind: 'unresolved', outcome: 'unknown', horizonAt })).toMatch(
      /^Not found so far, but until 2 Jul 2026, 02:00:00 UTC\+02:00 it may still be carried out/,
    );
  });

  test('names the other Collective and the number of shared Entities', () => {
    const shared = { collectiveName: 'Night fleet', entities: 14 };
    expect(why({ kind: 'opposite', shared })).toMatch(
      /sent to Night fleet by Ada .*Both Collectives have 14 Entities in common\.$/,
    );
  });

  test('reports that no Entity takes a Command', () => {
    const none = { kind: 'no-taker' as const, type: 'Disconnect' };
    expect(findingMessage({ ...none, count: 60 }, ZONE)).toBe(
      'None of the 60 known Entities takes “Disconnect”.',
    );
    expect(findingMessage({ ...none, count: 1 }, ZONE)).toContain(
      'The only known Entity does not take',
    );
  });
});

test('findings that are not listed are counted', () => {
  const totals = [
    { kind: 'same' as const, total: 60 },
    { kind: 'opposite' as const, total: 1 },
  ];
  expect(unlistedCount(totals, [FINDING])).toBe(60);
});
