import { describe, expect, test } from 'vitest';
import type { Grant } from '../contract/console/access.ts';
import type { Role } from '../contract/console/session.ts';
import { approvalDenial, approvalEnd, needsApproval, wereOverridden } from './approval.ts';
import { EVERY_COMMAND } from './permissions.ts';

const [DEPOT, YARD] = ['depot', 'yard'];
const asked = (collectiveId: string, ...types: string[]) => ({
  collectiveId,
  ignoreCooldown: false,
  operator: { id: 'ada', name: 'Ada' },
  items: types.map((type) => ({ type, triggerTime: null })),
});

describe('a rule', () => {
  test.each([
    [{ collectiveId: DEPOT, type: 'Reset' }, asked(DEPOT, 'Reset'), true],
    [{ collectiveId: DEPOT, type: 'Reset' }, asked(DEPOT, 'StopCharging', 'Reset'), true],
    [{ collectiveId: DEPOT, type: 'Reset' }, asked(DEPOT, 'StopCharging'), false],
    [{ collectiveId: DEPOT, type: 'Reset' }, asked(YARD, 'Reset'), false],
    [{ collectiveId: null, type: 'Reset' }, asked(YARD, 'Reset'), true],
    [{ collectiveId: DEPOT, type: null }, asked(DEPOT, 'StopCharging'), true],
    [{ collectiveId: null, type: null }, asked(YARD, 'StopCharging'), true],
  ] as const)('%j asks for an approval of %j: %s', (rule, dispatch, needed) => {
    expect(needsApproval([rule], dispatch)).toBe(needed);
  });

  test('off by default', () => {
    expect(needsApproval([], asked(DEPOT, 'Reset'))).toBe(false);
  });
});

test.each([
  ['after four hours', [null, '2026-03-03T00:00:00Z'], '2026-03-02T16:00:00Z'],
  [
    'when its first Command would trigger',
    ['2026-03-02T15:00:00Z', '2026-03-02T13:30:00Z'],
    '2026-03-02T13:30:00Z',
  ],
])('a dispatch expires %s', (_name, times, end) => {
  const items = times.map((triggerTime) => ({ type: 'Reset', triggerTime }));
  expect(approvalEnd({ items }, Date.UTC(2026, 2, 2, 12))).toBe(Date.parse(end));
});

describe('who may not approve reads why', () => {
  const resets = [{ ...EVERY_COMMAND, type: 'Reset' as const }];
  const own = 'You asked for this yourself; another approver decides.';
  test.each<[string, Role, Grant[], string | null]>([
    ['bea', 'approver', [EVERY_COMMAND], null],
    ['ada', 'approver', [EVERY_COMMAND], own],
    ['ada', 'administrator', [EVERY_COMMAND], own],
    ['bea', 'operator', [EVERY_COMMAND], 'The role operator may not approve dispatches of others.'],
    ['bea', 'approver', [], 'You may not send Commands in this Collective.'],
    ['bea', 'approver', resets, 'You may not send “Stop charging” in this Collective.'],
  ])('%s, %s, %j', (id, role, grants, reason) => {
    expect(approvalDenial(id, { role, grants }, asked(DEPOT, 'StopCharging'))).toBe(reason);
  });
});

describe('warnings that were overridden when a dispatch was asked for', () => {
  const finding = (dispatchId: string, count = 3) => ({
    kind: 'same' as const,
    dispatchId,
    operatorName: 'Ada',
    createdAt: '2026-03-02T14:02:31Z',
    type: 'StopCharging',
    value: null,
    triggerTime: null,
    count,
    open: 0,
    outcome: 'accepted' as const,
  });
  const report = (digest: string, ...findings: ReturnType<typeof finding>[]) => ({
    digest,
    totals: findings.length === 0 ? [] : [{ kind: 'same' as const, total: findings.length }],
    findings,
  });
  const then = report('a', finding('one'), finding('two'));

  test.each([
    ['the same', report('a', finding('one'), finding('two')), true],
    ['fewer', report('b', finding('two')), true],
    ['fewer Commands of one', report('b', finding('two', 2)), true],
    ['more Commands of one', report('b', finding('two', 4)), false],
    ['a new one', report('b', finding('one'), finding('three')), false],
    [
      'some that are not listed',
      { ...report('b', finding('one')), totals: [{ kind: 'same' as const, total: 2 }] },
      false,
    ],
  ])('%s', (_name, now, expected) => {
    expect(wereOverridden(now, then)).toBe(expected);
  });
});
