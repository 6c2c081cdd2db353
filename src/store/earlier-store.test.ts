import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { describe, expect, test } from 'vitest';
import { openStore } from './open-store.ts';

const AT = Date.UTC(2026, 2, 2, 9);

/** What is read of a store of before, as its last version wrote it. */
const TABLES = `
create table kysely_migration (name text);
create table intents (id text, collective_name text, created_at integer, outcome text);
create table commands (dispatch_id text, settled integer, trigger_at integer);
create table closings (dispatch_id text)`;

/** The folder of a store that an earlier version wrote. */
function earlierFolder(steps: readonly string[], rows: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'earlier-'));
  const database = new Database(path.join(folder, 'console.db'));
  database.exec(TABLES);
  for (const name of steps) database.exec(`insert into kysely_migration values ('${name}')`);
  database.exec(rows);
  database.close();
  return folder;
}

const LAST_STEPS = ['001-operators-and-sessions', '090-dispatch-id', '115-plain-dismissals'];
const EARLIER_BASELINE = ['200-baseline'];

describe('a store of before this baseline', () => {
  test.each([
    ['with steps before any baseline', LAST_STEPS],
    ['with an earlier baseline', EARLIER_BASELINE],
  ])(
    '%s is refused by name, unchanged, with its dispatches without an end and its plans',
    async (_, steps) => {
      const hour = 3_600_000;
      const folder = earlierFolder(
        steps,
        `insert into intents values
         ('ended', 'Depot ended', ${AT}, 'accepted'), ('refused', 'Depot refused', ${AT}, 'refused'),
         ('planned', 'Depot planned', ${AT + 1000}, 'accepted'),
         ('lost', 'Depot lost', ${AT + 2000}, 'unknown'), ('closed', 'Depot closed', ${AT + 3000}, 'unknown');
       insert into commands values ('ended', 1, ${AT}), ('planned', 1, ${AT}),
         ('planned', 0, ${AT + hour}), ('planned', 0, ${AT + 2 * hour});
       insert into closings values ('closed')`,
      );
      const file = path.join(folder, 'console.db');
      const before = readFileSync(file);
      await expect(openStore(file)).rejects.toThrow(
        [
          `The data folder ${folder} was written by an earlier Gridhelm, whose store this version does not read.`,
          `Keep it, start with another DATA_DIR, and take its directory over: npm run directory:export -- ${folder}`,
          'Dispatches in it without an end: 2',
          '- planned: sent 2026-03-02T09:00:01.000Z to Depot planned, 2 Commands open, the last triggers at 2026-03-02T11:00:00.000Z',
          '- lost: sent 2026-03-02T09:00:02.000Z to Depot lost, outcome unknown',
        ].join('\n'),
      );
      expect(readFileSync(file).equals(before)).toBe(true);
    },
  );

  test('is refused without a list if its dispatches had other names', async () => {
    const folder = earlierFolder(
      LAST_STEPS.slice(0, 1),
      `insert into intents values ('lost', 'Depot', ${AT}, 'unknown')`,
    );
    await expect(openStore(path.join(folder, 'console.db'))).rejects.toThrow(
      new RegExp(
        `^The data folder ${folder}[^\\n]*\\n[^\\n]*directory:export -- ${folder}\\nIt is too old to tell [^\\n]*$`,
      ),
    );
  });
});

test('a store of this version is opened again with what it holds', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'store-')), 'console.db');
  const first = await openStore(file);
  const row = { name: 'version', value: 7 };
  await first.insertInto('counters').values(row).execute();
  await first.destroy();
  const again = await openStore(file);
  expect(await again.selectFrom('counters').selectAll().execute()).toEqual([row]);
  await again.destroy();
});
