import { expect, test } from 'vitest';
import { makeRush } from './rush.ts';

test('counts the most that arrived within one second, wherever the second begins', () => {
  const rush = makeRush();
  for (const at of [0, 500, 600, 999, 1000, 1499, 1500, 5000]) rush.arrived('getCommand', at);
  rush.arrived('token', 10);
  expect(rush.most).toEqual({ getCommand: 5, token: 1 });
});
