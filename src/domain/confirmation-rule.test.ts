import { expect, test } from 'vitest';
import { confirmationReasons, isNameTyped } from './confirmation-rule.ts';

const CALM = { types: ['StopCharging'], ignoreCooldown: false, entities: 100 };
const reasons = (change: Partial<Parameters<typeof confirmationReasons>[0]>, limit = 100) =>
  confirmationReasons({ ...CALM, ...change }, limit);

test.each(['Disconnect', 'StopFeedIn', 'LimitFeedIn'])(
  '%s is confirmed by name, alone or among others',
  (type) => {
    expect(reasons({ types: ['Reset', type, type], entities: 1 })).toHaveLength(1);
  },
);

test.each(['StartCharging', 'StopCharging', 'Reset', 'Boil', null])(
  '%s to few Entities is not confirmed',
  (type) => {
    expect(reasons({ types: [type] })).toEqual([]);
  },
);

test('ignored cooldowns and many Entities need confirmation, and all reasons are listed', () => {
  expect(reasons({ types: ['Disconnect'], ignoreCooldown: true, entities: 1201 }, 1200)).toEqual([
    '“Disconnect” is disruptive',
    'cooldowns are ignored',
    'it reaches more than 1,200 Entities',
  ]);
  expect(reasons({ entities: 1 }, 0)).toHaveLength(1);
  expect(reasons({ entities: 0 }, 0)).toEqual([]);
});

test('the typed name is compared without case and surrounding spaces, and otherwise exactly', () => {
  expect(isNameTyped('  depot NORTH ', 'Depot North')).toBe(true);
  expect(isNameTyped('Zu\u0308rich', 'Z\u00fcrich')).toBe(true);
  expect(isNameTyped('', 'Depot North')).toBe(false);
  expect(isNameTyped('Depot  North', 'Depot North')).toBe(false);
});
