import { expect, test } from 'vitest';
import { postgresStore } from '../../../store/testing/postgres-store.ts';
import { CHARGE, guardOfEachTest, MINUTE, START, STOP } from '../testing/guard-world.ts';

const { accepted, unknown, look } = guardOfEachTest(postgresStore);

test('the guard finds the same in PostgreSQL as in SQLite', async () => {
  const open = await accepted(CHARGE, START);
  const ended = await accepted(CHARGE, START + MINUTE, 'Failed');
  const doubtful = await unknown(STOP, START + 2 * MINUTE, null);
  const same = await accepted(STOP, START + 3 * MINUTE);
  expect(new Set(await look(STOP, START + 4 * MINUTE))).toEqual(
    new Set([
      `opposite:${open}`,
      `opposite:${ended}`,
      `unresolved:${doubtful}`,
      `same:${doubtful}`,
      `same:${same}`,
    ]),
  );
});
