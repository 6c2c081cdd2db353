import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { aCommand } from '../testing/stored-batch.ts';
import { decide, expectedOf, mayBeOf, type Sent } from './rule.ts';

const SENT = Date.UTC(2026, 0, 1, 12);
const HOUR = 3_600_000;
const LIMITS = { sendWithinMs: 20_000, horizonMs: 1_800_000 };
const LIMIT = { type: 'LimitFeedIn', value: '5000', triggerTime: null };
const RESET = { type: 'Reset', value: null };

const sent = (more: Partial<Sent> = {}): Sent => ({
  kind: 'now',
  items: [LIMIT],
  createdAt: SENT,
  endedAt: SENT + 3000,
  clock: { lowMs: -500, highMs: 500 },
  ...more,
});
const planned = (...instants: number[]): Sent => {
  const items = instants.map((at) => ({ ...RESET, triggerTime: isoInstant(at) }));
  return sent({ kind: 'schedule', items, clock: null });
};
const found = (at: number, more: Partial<Command> = {}): Command =>
  aCommand(undefined, { type: 'LimitFeedIn', value: '5000', triggerTime: isoInstant(at), ...more });
const reset = (at: number) => found(at, RESET);

const evidence = (
  of: Sent,
  free: readonly Command[],
  { held = [], foreign = [] }: { held?: readonly Command[]; foreign?: readonly Command[] } = {},
) => decide(expectedOf(of, LIMITS), held, free, (command) => foreign.includes(command)).evidence;

describe('one Command for now', () => {
  test('has landed if exactly one fits at the time of the send', () => {
    const command = found(SENT + 1000);
    const decided = decide(expectedOf(sent(), LIMITS), [], [command], () => false);
    expect(decided).toEqual({ evidence: 'landed', commands: [command] });
    expect(evidence(sent(), [])).toBe('not-found');
  });

  test.each([
    ['another type', { type: 'Reset' }],
    ['another value', { value: '6000' }],
    ['no value', { value: null }],
    ['no trigger time', { triggerTime: null }],
  ])('%s is not a find', (_name, more) => {
    expect(evidence(sent(), [found(SENT, more)])).toBe('not-found');
  });

  test('values are compared trimmed, and a missing one equals an empty one', () => {
    expect(evidence(sent(), [found(SENT, { value: ' 5000 ' })])).toBe('landed');
    const without = sent({ items: [{ ...RESET, triggerTime: null }] });
    expect(evidence(without, [found(SENT, { type: 'Reset', value: '' })])).toBe('landed');
  });

  test.each([
    ['3 s before the send', SENT - 3000, 'person'],
    ['2 s before it', SENT - 2000, 'landed'],
    ['a minute after it', SENT + 63_000, 'landed'],
    ['later', SENT + 64_000, 'person'],
    ['almost an hour before', SENT - HOUR, 'person'],
    ['almost an hour after', SENT + HOUR, 'person'],
    ['more than an hour before', SENT - HOUR - 3000, 'not-found'],
    ['more than an hour after', SENT + HOUR + 64_000, 'not-found'],
  ])('%s', (_name, at, expected) => {
    expect(evidence(sent(), [found(at)])).toBe(expected);
  });

  test.each([
    ['ten minutes behind', -600_000],
    ['eight seconds ahead', 8000],
  ])('the clock of the Service, %s, shifts its time', (_name, ahead) => {
    const of = sent({ clock: { lowMs: ahead - 500, highMs: ahead + 500 } });
    expect(evidence(of, [found(SENT + ahead + 100)])).toBe('landed');
    expect(evidence(of, [found(SENT + ahead - 4000)])).toBe('person');
  });

  test('a person decides while the clock is not known, whatever is found', () => {
    expect(evidence(sent({ clock: null }), [found(SENT)])).toBe('person');
    expect(evidence(sent({ clock: null }), [])).toBe('person');
  });

  test('a person decides if two fit, or another one is near', () => {
    expect(evidence(sent(), [found(SENT), found(SENT + 500)])).toBe('person');
    expect(evidence(sent(), [found(SENT), found(SENT - 600_000)])).toBe('person');
  });

  test('a person decides if another dispatch or another system may have made it', () => {
    const command = found(SENT);
    expect(evidence(sent(), [command], { foreign: [command] })).toBe('person');
    const at = SENT + 1_800_000;
    const rival = expectedOf(sent({ createdAt: at, endedAt: at }), LIMITS);
    expect(mayBeOf(rival, command)).toBe(true);
    const other = expectedOf(sent({ items: [{ ...LIMIT, value: '6000' }] }), LIMITS);
    expect(mayBeOf(other, command)).toBe(false);
  });

  test('a restart after a day does not extend the time of the send', () => {
    const late = sent({ endedAt: SENT + 24 * HOUR });
    expect(evidence(late, [found(SENT + 20_000)])).toBe('landed');
    expect(evidence(late, [found(SENT + 10 * HOUR)])).toBe('person');
  });
});

describe('a plan', () => {
  const first = SENT + HOUR;
  const second = first + 600_000;

  test('has landed with one Command in each of its seconds, whatever the clock', () => {
    expect(evidence(planned(first, second), [reset(first + 400), reset(second)])).toBe('landed');
    expect(evidence(planned(first), [reset(first + 1000)])).toBe('person');
  });

  test('is a person’s to decide if only part of it is there', () => {
    expect(evidence(planned(first, second), [reset(first)])).toBe('person');
    expect(evidence(planned(first, second), [], { held: [reset(first)] })).toBe('person');
    const rest = [reset(second)];
    expect(evidence(planned(first, second), rest, { held: [reset(first)] })).toBe('landed');
  });

  test('with the same item twice needs two Commands', () => {
    expect(evidence(planned(first, first), [reset(first)])).toBe('person');
    expect(evidence(planned(first, first), [], { held: [reset(first)] })).toBe('person');
    expect(evidence(planned(first, first), [reset(first), reset(first)])).toBe('landed');
  });
});

test('landed has one explanation, and not found has none', () => {
  const commands = fc.array(
    fc.record({
      offset: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
      near: fc.boolean(),
      value: fc.constantFrom('5000', '6000'),
      foreign: fc.boolean(),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(commands, (given) => {
      const all = given.map(({ offset, near, value, foreign }) => ({
        at: near ? offset % 2000 : offset,
        foreign,
        command: found(SENT + (near ? offset % 2000 : offset), { value }),
      }));
      const alike = all.filter(({ command }) => command.value === '5000');
      const near = alike.filter(({ at }) => at >= -2500 - HOUR && at <= 63_500 + HOUR);
      const foreign = all.filter((each) => each.foreign).map(({ command }) => command);
      const free = all.map(({ command }) => command);
      const said = evidence(sent(), free, { foreign });
      const [only] = near;
      const isSure = near.length === 1 && only !== undefined && !only.foreign;
      const isExplained = isSure && only.at >= -2500 && only.at <= 63_500;
      expect(said === 'landed').toBe(isExplained);
      expect(said === 'not-found').toBe(near.length === 0);
    }),
    { numRuns: 2000 },
  );
});
