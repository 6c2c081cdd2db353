import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import type { Store } from './schema/schema.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const NOTHING = {
  operator_id: 'o',
  operator_name: 'Ada',
  session_hash: '',
  collective_id: 'c',
  kind: 'command',
  items: '[]',
  body_hash: '',
  ignore_cooldown: 0,
  member_count: 2,
  effect_from: AT,
  effect_to: AT,
  version: 1,
  recorded_version: 1,
  unaccounted: 0,
};

/** A dispatch without an end unless its Commands are settled. */
async function addDispatch(db: Kysely<Store>, id: string, outcome: string, at: number) {
  await sql`insert into intents ${columnsOf({ ...NOTHING, id, outcome, collective_name: `Depot ${id}`, created_at: at })}`.execute(
    db,
  );
}

async function addCommand(db: Kysely<Store>, dispatch: string, position: number, settled: 0 | 1) {
  const row = {
    dispatch_id: dispatch,
    id: `${dispatch}-${position}`,
    entity_id: `e${position}`,
    status: 'Pending',
    position,
    settled,
    poll_interval: 1,
    changes: 0,
    observed_at: AT,
    changed_at: AT,
    due_at: AT,
    next_poll_at: AT,
    trigger_at: AT + position * 3_600_000,
  };
  await sql`insert into commands ${columnsOf(row)}`.execute(db);
}

function columnsOf(row: Readonly<Record<string, string | number>>) {
  const names = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  return sql`(${names}) values (${sql.join(Object.values(row))})`;
}

/** The folder of a store that an earlier version wrote; its last schema was that of the baseline. */
async function earlierFolder(
  steps: readonly string[],
  fill: (db: Kysely<Store>) => Promise<void> = async () => {},
): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'earlier-'));
  const db = await openStore(path.join(folder, 'console.db'));
  await fill(db);
  await sql`delete from kysely_migration`.execute(db);
  for (const name of steps) {
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db);
  }
  await db.destroy();
  return folder;
}

const LAST_STEPS = ['001-operators-and-sessions', '090-dispatch-id', '115-plain-dismissals'];

describe('a store of before the baseline', () => {
  test('is refused by name, unchanged, with its dispatches without an end and its plans', async () => {
    const folder = await earlierFolder(LAST_STEPS, async (db) => {
      await addDispatch(db, 'ended', 'accepted', AT);
      await addCommand(db, 'ended', 0, 1);
      await addDispatch(db, 'refused', 'refused', AT);
      await addDispatch(db, 'planned', 'accepted', AT + 1000);
      await addCommand(db, 'planned', 0, 1);
      await addCommand(db, 'planned', 1, 0);
      await addCommand(db, 'planned', 2, 0);
      await addDispatch(db, 'lost', 'unknown', AT + 2000);
      await addDispatch(db, 'closed', 'unknown', AT + 3000);
      await sql`insert into closings values ('closed', ${AT}, 'landed', 'seen', 'o', 'Ada')`.execute(
        db,
      );
    });
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
  });

  test('is refused without a list if its dispatches had other names', async () => {
    const folder = await earlierFolder(LAST_STEPS.slice(0, 1), (db) =>
      addDispatch(db, 'lost', 'unknown', AT),
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
  await first.insertInto('counters').values({ name: 'version', value: 7 }).execute();
  await first.destroy();
  const again = await openStore(file);
  expect(await again.selectFrom('counters').selectAll().execute()).toEqual([
    { name: 'version', value: 7 },
  ]);
  await again.destroy();
});
