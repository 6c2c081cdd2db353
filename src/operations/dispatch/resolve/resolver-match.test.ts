import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { decide, expectedOf, type Candidate, type Rival, type Tie } from './resolver-match.ts';

const SENT = Date.UTC(2026, 0, 1, 12);
const ENTITY = '00000000-0000-4000-8000-000000000001';
const LIMITS = { slackMs: 120_000, sendWithinMs: 20_000, horizonMs: 0 };
const GOOD_CLOCK = { lowMs: -500, highMs: 500 };

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const command = (index: number, at: number, more: Partial<Command> = {}): Command => ({
  id: idOf(index),
  entityId: ENTITY,
  status: 'Pending',
  type: 'LimitFeedIn',
  value: '5000',
  triggerTime: isoInstant(at),
  error: null,
  verification: null,
  ...more,
});
const found = (index: number, at: number, tie: Tie = 'free', more: Partial<Command> = {}) => ({
  command: command(index, at, more),
  tie,
});
const now = (createdAt = SENT, value: string | null = '5000', type = 'LimitFeedIn') =>
  expectedOf(
    {
      kind: 'now',
      items: [{ type, value, triggerTime: null }],
      createdAt,
      endedAt: createdAt + 3000,
    },
    LIMITS,
    GOOD_CLOCK,
  );
const planned = (...instants: number[]) =>
  expectedOf(
    {
      kind: 'schedule',
      items: instants.map((at) => ({ type: 'Reset', value: null, triggerTime: isoInstant(at) })),
      createdAt: SENT,
      endedAt: SENT,
    },
    LIMITS,
    GOOD_CLOCK,
  );
const rival = (expected: Rival['expected'], sending = false): Rival => ({ expected, sending });

describe('one Command for now', () => {
  test('is certain if it fits and was made at the time of the send', () => {
    const decision = decide(now(), [found(1, SENT + 1000)], []);
    expect(decision).toMatchObject({ evidence: 'certain', message: null });
    expect(decision.ties.map((tie) => [tie.command.id, tie.matched])).toEqual([
      [idOf(1), 'certain'],
    ]);
  });

  test.each([
    ['another type', { type: 'Reset' }],
    ['another value', { value: '6000' }],
    ['no value', { value: null }],
    ['no trigger time', { triggerTime: null }],
  ])('%s is not a find', (_name, more) => {
    expect(decide(now(), [found(1, SENT, 'free', more)], []).evidence).toBe('none');
  });

  test('values are compared trimmed, and a missing one equals an empty one', () => {
    const spaced = decide(now(), [found(1, SENT, 'free', { value: ' 5000 ' })], []);
    expect(spaced.evidence).toBe('certain');
    const empty = decide(
      now(SENT, null, 'Reset'),
      [found(1, SENT, 'free', { type: 'Reset', value: '' })],
      [],
    );
    expect(empty.evidence).toBe('certain');
  });

  test('two that fit are only probable; the nearer one is added', () => {
    const decision = decide(now(), [found(1, SENT - 60_000), found(2, SENT + 500)], []);
    expect(decision.evidence).toBe('probable');
    expect(decision.ties.map(({ command: { id } }) => id)).toEqual([idOf(2)]);
  });

  test('is only probable outside the time of the send, and no find outside the window', () => {
    expect(decide(now(), [found(1, SENT - 6000)], []).evidence).toBe('probable');
    expect(decide(now(), [found(1, SENT - 121_000)], []).evidence).toBe('none');
    expect(decide(now(), [found(1, SENT + 124_000)], []).evidence).toBe('none');
  });

  test('is certain if a slow Service made it shortly after the send, later only probable', () => {
    expect(decide(now(), [found(1, SENT + 17_000)], []).evidence).toBe('certain');
    expect(decide(now(), [found(1, SENT + 90_000)], []).evidence).toBe('probable');
  });

  test.each([
    ['ten minutes behind', -600_000],
    ['ten minutes ahead', 600_000],
    ['eight seconds behind', -8000],
    ['eight seconds ahead', 8000],
  ])('a Service’s clock that is %s shifts the time of the send', (_name, aheadMs) => {
    const clock = { lowMs: aheadMs - 500, highMs: aheadMs + 500 };
    const sent = {
      kind: 'now',
      items: [{ type: 'LimitFeedIn', value: '5000', triggerTime: null }],
      createdAt: SENT,
      endedAt: SENT + 3000,
    };
    const expected = expectedOf(sent, LIMITS, clock);
    expect(decide(expected, [found(1, SENT + aheadMs + 100)], []).evidence).toBe('certain');
    expect(decide(expected, [found(1, SENT + aheadMs - 4000)], []).evidence).toBe('probable');
    const wide = { lowMs: Math.min(aheadMs, 0) - 500, highMs: Math.max(aheadMs, 0) + 10_500 };
    const doubtful = decide(expectedOf(sent, LIMITS, wide), [found(1, SENT + aheadMs)], []);
    expect(doubtful.evidence).toBe('probable');
  });

  test('a restart after a day does not extend the certain time', () => {
    const late = expectedOf(
      {
        kind: 'now',
        items: [{ type: 'LimitFeedIn', value: '5000', triggerTime: null }],
        createdAt: SENT,
        endedAt: SENT + 86_400_000,
      },
      LIMITS,
      GOOD_CLOCK,
    );
    expect(decide(late, [found(1, SENT + 20_000)], []).evidence).toBe('certain');
    expect(decide(late, [found(1, SENT + 3_600_000)], []).evidence).toBe('probable');
  });

  test('another unknown dispatch of the same Command makes it probable, one with another value does not', () => {
    const same = decide(now(), [found(1, SENT)], [rival(now(SENT + 1000))]);
    expect(same).toMatchObject({ evidence: 'probable', ties: [{ matched: 'probable' }] });
    const other = decide(now(), [found(1, SENT)], [rival(now(SENT, '6000'))]);
    expect(other.evidence).toBe('certain');
  });

  test('adds nothing while the answer to the other can still come', () => {
    const decision = decide(now(), [found(1, SENT)], [rival(now(SENT), true)]);
    expect(decision).toMatchObject({ evidence: 'probable', ties: [] });
  });

  test('a Command that probably belongs to another batch is a find, but is not added', () => {
    const decision = decide(now(), [found(1, SENT, 'elsewhere')], []);
    expect(decision).toMatchObject({ evidence: 'probable', ties: [] });
  });

  test('a later check can make a probable one certain; a certain one stays certain', () => {
    const raised = decide(now(), [found(1, SENT, 'own-probable')], []);
    expect(raised.ties.map(({ matched }) => matched)).toEqual(['certain']);
    const stays = decide(now(), [found(1, SENT, 'own-certain'), found(2, SENT + 100)], []);
    expect(stays).toMatchObject({ evidence: 'certain', ties: [] });
  });
});

describe('a schedule', () => {
  const first = SENT + 3_600_000;
  const second = first + 3_600_000;
  const reset = { type: 'Reset', value: null };

  test('is matched by the second of its instants, however far off', () => {
    const both = [found(1, first + 400, 'free', reset), found(2, second, 'free', reset)];
    expect(decide(planned(first, second), both, []).evidence).toBe('certain');
    expect(decide(planned(first), [found(1, first + 1000, 'free', reset)], []).evidence).toBe(
      'none',
    );
  });

  test('that is there only in part is probable, and that part is added', () => {
    const decision = decide(planned(first, second), [found(1, first, 'free', reset)], []);
    expect(decision).toMatchObject({
      evidence: 'probable',
      message: '1 of 2 planned Commands were found.',
    });
    expect(decision.ties).toHaveLength(1);
  });

  test('with the same item twice expects two Commands', () => {
    const one = decide(planned(first, first), [found(1, first, 'free', reset)], []);
    expect(one.evidence).toBe('probable');
    const two = [found(1, first, 'free', reset), found(2, first, 'free', reset)];
    expect(decide(planned(first, first), two, []).evidence).toBe('certain');
  });
});

describe('any find', () => {
  const candidates = fc.uniqueArray(
    fc.record({
      index: fc.integer({ min: 1, max: 9 }),
      offset: fc.integer({ min: -200_000, max: 200_000 }),
      tie: fc.constantFrom<Tie>('free', 'own-certain', 'own-probable', 'elsewhere'),
      value: fc.constantFrom('5000', '6000'),
    }),
    { selector: ({ index }) => index, maxLength: 5 },
  );
  const rivals = fc.array(
    fc.record({
      offset: fc.integer({ min: -200_000, max: 200_000 }),
      value: fc.constantFrom('5000', '6000'),
      sending: fc.boolean(),
    }),
    { maxLength: 2 },
  );

  test('certain means one explanation; adds only Commands that are free or its own', () => {
    fc.assert(
      fc.property(candidates, rivals, (given, others) => {
        const list: Candidate[] = given.map(({ index, offset, tie, value }) =>
          found(index, SENT + offset, tie, { value }),
        );
        const against = others.map(({ offset, value, sending }) =>
          rival(now(SENT + offset, value), sending),
        );
        const decision = decide(now(), list, against);
        const [window] = now();
        const fitting = given.filter(
          ({ offset, value }) =>
            value === '5000' &&
            SENT + offset >= (window?.fromMs ?? 0) &&
            SENT + offset <= (window?.toMs ?? 0),
        );
        expect(decision.evidence === 'none').toBe(fitting.length === 0);
        const explained =
          fitting.some(({ tie }) => tie === 'own-certain') ||
          (fitting.length === 1 && fitting.every(({ tie }) => tie !== 'elsewhere'));
        expect(decision.evidence !== 'certain' || explained).toBe(true);
        for (const { command: taken, matched } of decision.ties) {
          const source = given.find(({ index }) => idOf(index) === taken.id);
          expect(source?.value).toBe('5000');
          expect(source?.tie).not.toBe('elsewhere');
          expect(matched === 'certain' || source?.tie === 'free').toBe(true);
        }
        expect(decision.ties.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2000 },
    );
  });
});
