import { sql, type Kysely, type RawBuilder } from 'kysely';
import { groupBy } from '../../../lib/group-by.ts';
import { runBuilt } from '../../../store/insert-rows.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import { inTurns } from '../../jobs/item-runner.ts';
import { isUnsettled } from '../unsettled.ts';

/** Maximum Commands picked at a time, so that what is due later need not wait behind many. */
const PICKED = 32;
/** The same for Commands before their time, which yield to all others. */
const PICKED_AHEAD = 8;
/** The same for settled Commands that are rechecked, beside what is due. */
const PICKED_SETTLED = 4;

/** Identifies a Command. */
export function keyOf(row: Pick<CommandRow, 'key'>): string {
  return String(row.key);
}

/** Commands to be read, and whether there are more. */
interface Due {
  rows: CommandRow[];
  more: boolean;
}

/** Picks what is due, so that a batch of thousands does not starve a small one. */
export interface DuePicker {
  /**
   * Batches take turns, the one served longest ago first; inside a batch the Command that has waited longest
   * comes first: the one with the soonest trigger if none was read yet.
   * @param busy keys of Commands that are being read
   * @param now milliseconds since the epoch
   */
  pick(busy: ReadonlySet<string>, now: number): Promise<Due>;
  /** When the next Command is due, or null. */
  nextAt(): Promise<number | null>;
}

/** Creates the picker. */
export function createDuePicker(db: Kysely<Store>): DuePicker {
  let served: string[] = [];

  /** The first Commands of those that meet a condition, without those that are being read. */
  const first = async (busy: ReadonlySet<string>, most: number, condition: RawBuilder<unknown>) => {
    const { rows } = await sql<CommandRow>`select * from sent_commands where ${condition}
      limit ${most + busy.size}`.execute(db);
    return rows.filter((row) => !busy.has(keyOf(row))).slice(0, most);
  };

  /** Those of each of these batches, in one statement, which is built once for each number of batches. */
  const dueOf = async (dispatchIds: readonly string[], limit: number, now: number) => {
    const build = () =>
      sql.join<CommandRow>(
        dispatchIds.map(
          (id) => sql`select * from (select * from sent_commands
            where settled = 0 and dispatch_id = ${id} and next_poll_at <= ${now} and due_at <= ${now}
            order by next_poll_at limit ${limit}) as due`,
        ),
        sql` union all `,
      );
    const parameters = dispatchIds.flatMap((id) => [id, now, now, limit]);
    const { rows } = await runBuilt(db, `due of ${dispatchIds.length}`, build, parameters);
    const longest = (a: CommandRow, b: CommandRow) => a.next_poll_at - b.next_poll_at;
    return groupBy(rows.toSorted(longest), (row) => row.dispatch_id);
  };

  const ahead = async (busy: ReadonlySet<string>, now: number): Promise<Due> => {
    const isDue = sql`settled = 0 and next_poll_at <= ${now} and due_at > ${now} order by due_at`;
    const rows = await first(busy, PICKED_AHEAD, isDue);
    return { rows, more: rows.length === PICKED_AHEAD };
  };

  const unsettled = async (busy: ReadonlySet<string>, now: number): Promise<Due> => {
    // One look into the index for each dispatch, however many Commands it has.
    const { rows: found } = await sql<{ id: string }>`select id from intents where ${isUnsettled}
      and exists (select 1 from commands where settled = 0 and dispatch_id = intents.id
        and next_poll_at <= ${now})`.execute(db);
    const turn = new Map(served.map((id, at) => [id, at]));
    const intents = found
      .map(({ id }) => id)
      .toSorted((a, b) => (turn.get(a) ?? -1) - (turn.get(b) ?? -1))
      .slice(0, PICKED);
    const share = Math.ceil(PICKED / Math.max(1, intents.length));
    const due = intents.length === 0 ? null : await dueOf(intents, share + busy.size, now);
    const lists = intents.map((id) =>
      (due?.get(id) ?? []).filter((row) => !busy.has(keyOf(row))).slice(0, share),
    );
    const rows = inTurns(lists);
    if (rows.length === 0) return ahead(busy, now);
    const picked = new Set(rows.map((row) => row.dispatch_id));
    const still = new Set(found.map(({ id }) => id));
    served = [...served.filter((id) => still.has(id) && !picked.has(id)), ...picked];
    return { rows, more: lists.some((list) => list.length === share) };
  };

  return {
    async pick(busy, now) {
      const due = await unsettled(busy, now);
      const isDue = sql`recheck_at <= ${now} order by recheck_at`;
      const again = await first(busy, PICKED_SETTLED, isDue);
      return { rows: [...due.rows, ...again], more: due.more || again.length === PICKED_SETTLED };
    },
    async nextAt() {
      const { rows } = await sql<{ at: number | null }>`
        select min(next_poll_at) as at from sent_commands where settled = 0
        union all select min(recheck_at) from sent_commands where recheck_at is not null`.execute(
        db,
      );
      const instants = rows.flatMap(({ at }) => at ?? []);
      return instants.length === 0 ? null : Math.min(...instants);
    },
  };
}
