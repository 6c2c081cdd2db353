import { expect, test } from 'vitest';
import { RETENTION } from '../domain/retention.ts';
import { RetentionSetting } from './retention-setting.ts';

test('names days for some, the rest as by default', () => {
  expect(RetentionSetting.parse('sessions=1100, audit=3650')).toEqual({
    ...RETENTION,
    sessions: 1100,
    audit: 3650,
  });
  expect(RetentionSetting.parse('readings=off')).toEqual({ ...RETENTION, readings: null });
});

test.each(['sessions=99', 'readings=29', 'sessions=1y', 'sessions=200,sessions=300', 'x=200', ''])(
  '%s is refused',
  (text) => {
    expect(RetentionSetting.safeParse(text).success).toBe(false);
  },
);
