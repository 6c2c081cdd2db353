import { describe, expect, test } from 'vitest';
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

describe('a dispatch expires', () => {
  const now = Date.UTC(2026, 2, 2, 12);
  const at = (triggerTime: string | null) => ({ type: 'Reset', triggerTime });
  test('after four hours', () => {
    expect(approvalEnd({ items: [at(null), at('2026-03-03T00:00:00Z')] }, now)).toBe(
      Date.UTC(2026, 2, 2, 16),
    );
  });
  test('when its first Command would trigger', () => {
    const items = [at('2026-03-02T15:00:00Z'), at('2026-03-02T13:30:00Z')];
    expect(approvalEnd({ items }, now)).toBe(Date.UTC(2026, 2, 2, 13, 30));
  });
});

describe('who may not approve reads why', () => {
  const rights = { role: 'approver', grants: [EVERY_COMMAND] } as const;
  test.each([
    ['bea', rights, null],
    ['ada', rights, 'You asked for this yourself; another approver decides.'],
    [
      'ada',
      { ...rights, role: 'administrator' },
      'You asked for this yourself; another approver decides.',
    ],
    [
      'bea',
      { ...rights, role: 'operator' },
      'The role operator may not approve dispatches of others.',
    ],
    ['bea', { ...rights, grants: [] }, 'You may not send Commands in this Collective.'],
    [
      'bea',
      { ...rights, grants: [{ ...EVERY_COMMAND, type: 'Reset' }] },
      'You may not send “Stop charging” in this Collective.',
    ],
  ] as const)('%s, %j', (id, given, reason) => {
    expect(approvalDenial(id, given, asked(DEPOT, 'StopCharging'))).toBe(reason);
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
