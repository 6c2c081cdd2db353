import { expect, test } from 'vitest';
import { PERMISSIONS, type Grant } from '../contract/console/access.ts';
import { ROLES, type Role } from '../contract/console/session.ts';
import { COMMAND_TYPES } from '../contract/command.ts';
import { EVERY_COMMAND, mayDispatch, permits } from './permissions.ts';

const DEPOT = '11111111-1111-4111-8111-111111111111';
const HOMES = '22222222-2222-4222-8222-222222222222';
const stop = { type: 'StopCharging', collectiveId: DEPOT, ignoreCooldown: false } as const;
const reasonOf = (role: Role, grants: Grant[], wanted: Parameters<typeof mayDispatch>[1]) => {
  const decided = mayDispatch({ role, grants }, wanted);
  return decided.allowed ? null : decided.reason;
};

test('each role has all permissions of the one before it', () => {
  let before: readonly string[] = [];
  for (const role of ROLES) {
    const own = PERMISSIONS.filter((permission) => permits(role, permission));
    expect(own).toEqual(expect.arrayContaining([...before]));
    expect([role, own.includes('dispatch')]).toEqual([role, role !== 'viewer']);
    expect([role, own.includes('manage-directory')]).toEqual([role, role === 'administrator']);
    before = own;
  }
  expect(before).toEqual(PERMISSIONS);
});

test('the role decides whether somebody dispatches at all, grants what and where', () => {
  expect(reasonOf('viewer', [EVERY_COMMAND], stop)).toBe('The role viewer may not send Commands.');
  for (const role of ['operator', 'approver'] as const) {
    expect(reasonOf(role, [], stop)).toBe('You may not send Commands in this Collective.');
    expect(reasonOf(role, [EVERY_COMMAND], { ...stop, ignoreCooldown: true })).toBeNull();
    const here = [{ type: null, collectiveId: DEPOT, ignoreCooldown: false }];
    expect(reasonOf(role, here, stop)).toBeNull();
    expect(reasonOf(role, here, { ...stop, collectiveId: HOMES })).toBe(
      'You may not send Commands in this Collective.',
    );
    const starts: Grant[] = [{ type: 'StartCharging', collectiveId: null, ignoreCooldown: true }];
    expect(reasonOf(role, starts, stop)).toBe(
      'You may not send “Stop charging” in this Collective.',
    );
    expect(reasonOf(role, here, { ...stop, ignoreCooldown: true })).toBe(
      'You may not ignore the cooldown of “Stop charging” in this Collective.',
    );
    // The permission to ignore a cooldown belongs to the type and the place for which it is granted.
    expect(reasonOf(role, [...here, ...starts], { ...stop, ignoreCooldown: true })).not.toBeNull();
  }
  expect(reasonOf('administrator', [], { ...stop, ignoreCooldown: true })).toBeNull();
});

test('another grant never takes a permission away', () => {
  const grants: Grant[] = [null, DEPOT, HOMES].flatMap((collectiveId) =>
    [null, ...COMMAND_TYPES].flatMap((type) =>
      [true, false].map((ignoreCooldown) => ({ type, collectiveId, ignoreCooldown })),
    ),
  );
  for (const role of ROLES) {
    for (const first of grants) {
      for (const second of grants) {
        for (const ignoreCooldown of [true, false]) {
          const wanted = { ...stop, ignoreCooldown };
          const alone = [first, second].some((grant) => reasonOf(role, [grant], wanted) === null);
          expect(reasonOf(role, [first, second], wanted) === null).toBe(alone);
        }
      }
    }
  }
});
