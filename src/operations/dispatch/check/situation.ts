import { sql, type Kysely, type RawBuilder } from 'kysely';
import { COMMAND_TYPES, type ScheduledCommandRequest } from '../../../contract/command.ts';
import { areOpposite } from '../../../domain/command-rules.ts';
import type { Verdict } from '../../../domain/command-status.ts';
import { instantMs } from '../../../domain/instant.ts';
import { settles } from '../../../domain/unknown-outcome.ts';
import { chunks } from '../../../store/chunks.ts';
import { runBuilt } from '../../../store/insert-rows.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { listed } from '../batches/shown-verdict.ts';
import { itemsAsked } from '../send/intent.ts';

/** The parts of a dispatch that are checked. */
export interface Asked {
  collectiveId: string;
  kind: 'now' | 'schedule';
  items: readonly ScheduledCommandRequest[];
}

/** When it is checked. */
export interface Look {
  /** Milliseconds since the epoch. */
  now: number;
  /** Within this many ms the same Command, or an opposite that has ended, counts; 0: never. */
  windowMs: number;
}

/** A Command with the instant at which it takes effect, in milliseconds since the epoch. */
export interface Timed {
  type: string | null;
  value: string | null;
  at: number;
}

/** Commands of an earlier batch that are alike. */
export interface Alike extends Timed {
  verdict: string;
  isOpen: boolean;
  count: number;
  /** How many of them are of known members of the Collective. */
  shared: number;
}

interface Batch {
  id: string;
  kind: string;
  operatorName: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  outcome: string;
  memberCount: number;
  /** Members for which the answer does not account. */
  unaccounted: number;
  collectiveName: string;
  /** If it was sent to another Collective: the number of shared Entities; null: to the same one. */
  shared: number | null;
  /** Until then what was not found may still land, in milliseconds since the epoch; null: it will not. */
  horizonAt: number | null;
}

/** An earlier batch to the same Collective, or one that reached an Entity of it. */
export interface Earlier extends Batch {
  items: Timed[];
  /** Whether its outcome was decided, by a check or by a person. */
  isDecided: boolean;
  /** Whether that was: nothing of it landed. */
  hasNotLanded: boolean;
  commands: Alike[];
}

interface BatchRow extends Batch {
  items: string;
  /** Verdicts of the last closing, and of the last finished check. */
  closed: string | null;
  checked: string | null;
}

/** A known Entity of the Collective. */
export interface Member {
  id: string;
  name: string | null;
  type: string | null;
  /** The Service refuses it with this status; null: it does not. */
  refused: number | null;
  /** When its membership was learned, in milliseconds since the epoch. */
  knownAt: number;
}

/** Everything that the guard judges. */
export interface Situation {
  members: Member[];
  earlier: Earlier[];
}

/** Verdicts of Commands that have not ended. */
const OPEN = ['pending', 'triggered', 'sent', 'unrecognised'] as const satisfies Verdict[];
/** Of those that were carried out or tried; a canceled one says nothing about a device. */
const TRIED = ['acknowledged', 'verified', 'disproven', 'failed'] as const satisfies Verdict[];

const isOpen = (verdict: string) => OPEN.some((open) => open === verdict);

/** Commands with their instants. @param sentAt of those without a trigger time, in ms since the epoch */
export function timed(items: readonly ScheduledCommandRequest[], sentAt: number): Timed[] {
  return items.map(({ type, value, triggerTime }) => {
    return { type, value, at: instantMs(triggerTime) ?? sentAt };
  });
}

/**
 * The batches that concern a dispatch, as `concerned (id, shared)`: with an outcome that may be unknown, with an
 * effect within the window, or with an open Command that it reverses. Cross joins keep their order in SQLite,
 * which would scan all Commands instead. Neither history nor what is open in other Collectives
 * is read.
 * @param reversed types of Commands that it reverses
 */
function concerned(id: string, from: number, to: number, reversed: readonly string[]) {
  const open = sql`c.settled = 0 and c.verdict in (${listed(OPEN)}) and c.type in (${listed(reversed)})`;
  const hasType = reversed.map((type) => sql`i.types like ${sql.lit(`%|${type}|%`)}`);
  const reversing = () => sql`
      union select i.id, i.collective_id
        from memberships m cross join sent_commands c cross join intents i
        where m.collective_id = ${id} and c.entity_id = m.entity_id and ${open} and i.id = c.dispatch_id
      union select i.id, i.collective_id from intents i
        where i.collective_id = ${id} and i.unsettled > 0 and (${sql.join(hasType, sql` or `)})
          and exists (select 1 from sent_commands c where c.dispatch_id = i.id and ${open})`;
  return sql`with candidates (id, collective_id) as (
      select id, collective_id from intents where outcome in ('sending', 'unknown')
      union select id, collective_id from intents where unaccounted > 0
        and unaccounted = member_count and outcome not in ('sending', 'unknown', 'refused')
      union select id, collective_id from intents where effect_to >= ${from}
        and effect_from <= ${to} and outcome not in ('refused', 'waiting')
      ${reversed.length === 0 ? sql`` : reversing()}
    ), concerned (id, shared) as (
      select id, cast(null as bigint) from candidates where collective_id = ${id}
      union all select d.id, count(distinct s.entity_id) from candidates d cross join commands s
        where d.collective_id <> ${id} and s.dispatch_id = d.id
          and s.entity_id in (select m.entity_id from memberships m where m.collective_id = ${id})
        group by d.id)`;
}

type AlikeRow = Omit<Alike, 'isOpen'> & { batch: string; settled: number };

/** A batch without its Commands. What is known of its outcome for good: a person's word, or else of the last check. */
function earlierOf({ items, closed, checked, ...row }: BatchRow): Earlier {
  const isChecked = closed === null && settles(checked);
  return {
    ...row,
    items: timed(itemsAsked({ items }), row.createdAt),
    isDecided: closed !== null || isChecked,
    hasNotLanded: closed === null ? checked === 'none' : closed !== 'landed',
    horizonAt: isChecked && checked !== 'landed' ? row.horizonAt : null,
    commands: [],
  };
}

/** The known Entities of a Collective. */
export async function readMembers(db: Kysely<Store>, collectiveId: string): Promise<Member[]> {
  // Without the plus, SQLite takes the index on this column and scans all Entities.
  const build = () => sql<Member>`
    select e.id, e.name, e.type, m.known_at as "knownAt", e.unreachable_status as refused
    from memberships m join entities e on e.id = m.entity_id
    where m.collective_id = ${collectiveId} and +e.archived = 0`;
  return (await runBuilt(db, 'members', build, [collectiveId])).rows;
}

/**
 * Reads what the guard judges, in three queries, however long the history is. Inside the transaction that stores
 * an intent, after `lockCollectives`, two dispatches to the same Entities always see each other.
 */
export async function readSituation(
  db: Kysely<Store>,
  asked: Asked,
  look: Look,
): Promise<Situation> {
  const { collectiveId } = asked;
  const { key, build, parameters } = concernedBatches(asked, look);
  const batches = await runBuilt(db, key, build, parameters);
  const byId = new Map(batches.rows.map((row) => [row.id, earlierOf(row)]));
  for (const ids of chunks([...byId.keys()])) {
    for (const { batch, settled, ...alike } of await readAlike(db, collectiveId, ids)) {
      byId.get(batch)?.commands.push({ ...alike, isOpen: settled === 0 && isOpen(alike.verdict) });
    }
  }
  return { members: await readMembers(db, collectiveId), earlier: [...byId.values()] };
}

/** The query of the batches that concern a dispatch, see `runBuilt`. Exported for the test of what it reads. */
export function concernedBatches({ collectiveId: id, items }: Asked, { now, windowMs }: Look) {
  const instants = timed(items, now).map(({ at }) => at);
  const from = Math.min(...instants) - windowMs;
  const to = Math.max(...instants) + windowMs;
  const reversed = COMMAND_TYPES.filter((type) =>
    items.some((item) => areOpposite(item.type, type)),
  );
  const build = (): RawBuilder<BatchRow> => sql`${concerned(id, from, to, reversed)}
    select i.id, i.kind, i.items, i.operator_name as "operatorName", i.created_at as "createdAt", i.outcome,
      i.member_count as "memberCount", i.unaccounted, i.collective_name as "collectiveName", w.shared,
      r.verdict as checked, r.horizon_at as "horizonAt",
      (select verdict from closings x where x.dispatch_id = i.id order by x.at desc limit 1) as closed
    from concerned w cross join intents i left join resolutions r on r.dispatch_id = i.id
    where i.id = w.id`;
  const ids = (count: number) => Array.from({ length: count }, () => id);
  const parameters = [from, to, ...ids(reversed.length === 0 ? 3 : 5)];
  return { key: `concerned ${reversed.join()}`, build, parameters };
}

/** The Commands of these batches, alike ones counted together, by their instants. */
async function readAlike(
  db: Kysely<Store>,
  collectiveId: string,
  ids: readonly string[],
): Promise<AlikeRow[]> {
  const { rows } = await sql<AlikeRow>`
    select c.dispatch_id as batch, c.type, c.value, coalesce(c.trigger_at, i.created_at) as at, c.settled,
      c.verdict, count(*) as count, count(m.entity_id) as shared
    from intents i cross join sent_commands c
      left join memberships m on m.collective_id = ${collectiveId} and m.entity_id = c.entity_id
    where i.id in (${sql.join(ids)}) and c.dispatch_id = i.id
    group by c.dispatch_id, c.type, c.value, coalesce(c.trigger_at, i.created_at), c.settled, c.verdict
    order by at`.execute(db);
  return rows;
}

/** A Command of a member, whichever system sent it. Instants in milliseconds since the epoch. */
export interface Recent {
  entity_id: string;
  verdict: string;
  isOpen: boolean;
  /** When it takes effect, or was sent. */
  at: number;
  /** The dispatch of this console that it belongs to; null: another system sent it. */
  dispatchId: string | null;
}

/** How many of the newest outcomes of each member are read. */
const NEWEST = 3;

/**
 * Reads in one query the open Commands of each member, and its newest outcomes of the Commands asked for, each as
 * it was read last. A Command of another system counts once it has ended.
 * @returns newest first
 */
export async function readRecent(
  db: Kysely<Store>,
  { collectiveId, items }: Asked,
): Promise<Recent[]> {
  const types = [...new Set(items.map(({ type }) => type))];
  // Each by one look into the index of its Entity, which may have thousands.
  const newest = Array.from({ length: NEWEST }, (_none, skip) => {
    return sql`select (select n.key from known_commands n
        where n.entity_id = m.entity_id and n.verdict in (${sql.join(TRIED)})
          and n.type in (${sql.join(types)}) and n.due_at is not null
        order by n.due_at desc, n.key desc limit 1 offset ${sql.lit(skip)}) as key
      from memberships m where m.collective_id = ${collectiveId}`;
  });
  const columns = sql`select c.entity_id, c.verdict, c.due_at as at, c.dispatch_id as "dispatchId"`;
  const { rows } = await sql<Omit<Recent, 'isOpen'>>`
    ${columns} from memberships m cross join sent_commands c
      where m.collective_id = ${collectiveId} and c.entity_id = m.entity_id
        and c.settled = 0 and c.verdict in (${sql.join(OPEN)})
    union all ${columns} from (${sql.join(newest, sql` union all `)}) o
      join known_commands c on c.key = o.key`.execute(db);
  return rows
    .map((row) => ({ ...row, isOpen: isOpen(row.verdict) }))
    .toSorted((a, b) => b.at - a.at);
}
