import { sql, type Kysely } from 'kysely';
import type { PlannedItem, Schedule } from '../../../contract/console/schedule.ts';
import type { KeptScheduleRow } from '../../../contract/console/dispatch.ts';
import { canStillTrigger, isTerminal, verdictOf } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { groupBy } from '../../../lib/group-by.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { itemsOf } from './batch-summary.ts';
import { othersNext, othersPlans, type OthersLine } from './others-commands.ts';
import { isOpenIntent } from '../resolve/read-resolution.ts';

/** Commands of a schedule with the same content and state, and what is shown of their dispatch. */
interface Counted extends Pick<
  IntentRow,
  'id' | 'collective_id' | 'collective_name' | 'operator_name' | 'items' | 'planned'
> {
  type: string | null;
  value: string | null;
  trigger_at: number;
  status: string;
  verdict: string;
  count: number;
  oldest: number;
}

/** Future Commands of schedules. What has no open Command cannot trigger. */
async function countAhead(
  db: Kysely<Store>,
  collectiveId: string | undefined,
  now: number,
): Promise<Counted[]> {
  const ofCollective =
    collectiveId === undefined ? sql`` : sql`and i.collective_id = ${collectiveId}`;
  const { rows } = await sql<Counted>`
    select i.id, i.collective_id, i.collective_name, i.operator_name, i.items, i.planned, c.type, c.value,
      c.trigger_at, c.status, c.verdict, count(*) as count, min(c.observed_at) as oldest
    from sent_commands c join intents i on i.id = c.dispatch_id
    where i.kind = 'schedule' ${ofCollective} and c.trigger_at > ${now} and i.id in (
      select dispatch_id from sent_commands where settled = 0 and trigger_at > ${now})
    group by i.id, c.type, c.value, c.trigger_at, c.status, c.verdict`.execute(db);
  return rows;
}

/** Whether a Command in this state can still trigger. One that has left Pending early has begun. */
function canTrigger(status: string): boolean {
  return !isTerminal(status) && canStillTrigger(verdictOf({ status, verification: null }));
}

const sameText = (a: string | null, b: string | null) => (a ?? '').trim() === (b ?? '').trim();

/** The wall clock of an instant of a schedule, if the dispatch has it. */
function plannedAsOf(
  items: readonly KeptScheduleRow[],
  group: Pick<Counted, 'type' | 'value' | 'trigger_at'>,
): PlannedItem['plannedAs'] {
  const item = items.find(
    (each) =>
      each.type === group.type &&
      sameText(each.value, group.value) &&
      instantMs(each.triggerTime) === group.trigger_at,
  );
  return item?.plannedAs ?? null;
}

function plannedItem(group: readonly Counted[]): PlannedItem | null {
  const [first] = group;
  if (first === undefined) return null;
  const verdictCounts: Record<string, number> = {};
  let open = 0;
  for (const { verdict, status, count } of group) {
    verdictCounts[verdict] = (verdictCounts[verdict] ?? 0) + count;
    if (canTrigger(status)) open += count;
  }
  if (open === 0) return null;
  return {
    batch: {
      dispatchId: first.id,
      collectiveId: first.collective_id,
      collectiveName: first.collective_name,
      operatorName: first.operator_name,
    },
    type: first.type,
    value: first.value,
    triggerTime: isoInstant(first.trigger_at),
    until: null,
    plannedAs: plannedAsOf(itemsOf(first), first),
    total: group.reduce((sum, row) => sum + row.count, 0),
    open,
    verdictCounts,
    oldestObservedAt: isoInstant(Math.min(...group.map((row) => row.oldest))),
  };
}

/** What another system planned, as an item; its Commands can all still trigger. */
function othersItem({ type, value, fromMs, toMs, commands, observedMs }: OthersLine): PlannedItem {
  return {
    batch: null,
    type,
    value,
    triggerTime: isoInstant(fromMs),
    until: toMs === fromMs ? null : isoInstant(toMs),
    plannedAs: null,
    total: commands,
    open: commands,
    verdictCounts: { pending: commands },
    oldestObservedAt: isoInstant(observedMs),
  };
}

/** Schedules with an unknown outcome and future items. */
async function unresolvedOf(
  db: Kysely<Store>,
  collectiveId: string | undefined,
  now: number,
): Promise<Schedule['unresolved']> {
  let query = db
    .selectFrom('intents')
    .where('kind', '=', 'schedule')
    .where('outcome', '=', 'unknown')
    .where(isOpenIntent);
  if (collectiveId !== undefined) query = query.where('collective_id', '=', collectiveId);
  const intents = await query.orderBy('created_at').orderBy('id').selectAll().execute();
  const ahead = intents.filter((intent) =>
    itemsOf(intent).some((item) => (instantMs(item.triggerTime) ?? 0) > now),
  );
  return ahead.map((intent) => ({
    dispatchId: intent.id,
    collectiveName: intent.collective_name,
  }));
}

const soonestFirst = (a: PlannedItem, b: PlannedItem) =>
  Date.parse(a.triggerTime) - Date.parse(b.triggerTime) ||
  (a.batch?.dispatchId ?? '').localeCompare(b.batch?.dispatchId ?? '');

/**
 * All planned Commands that can still trigger, as far as this console knows, whichever system planned them, soonest
 * first.
 * @param collectiveId only those of this Collective; undefined: all
 * @param now milliseconds since the epoch
 */
export async function readSchedule(
  db: Kysely<Store>,
  collectiveId: string | undefined,
  now: number,
): Promise<Schedule> {
  const counted = await countAhead(db, collectiveId, now);
  const groups = groupBy(counted, (row) =>
    JSON.stringify([row.id, row.trigger_at, row.type, row.value]),
  );
  const items = [...groups.values()].flatMap((group) => plannedItem(group) ?? []);
  const others = await othersPlans(db, { collectiveId }, now);
  return {
    items: [...items, ...others.map(othersItem)].toSorted(soonestFirst),
    unresolved: await unresolvedOf(db, collectiveId, now),
    asOf: isoInstant(now),
  };
}

/**
 * The next plan of each Collective, whichever system planned it.
 * @param items all planned Commands, soonest first
 * @param now milliseconds since the epoch
 * @returns by Collective; those without one are absent
 */
export async function nextPlans(
  db: Kysely<Store>,
  items: readonly PlannedItem[],
  now: number,
): Promise<Map<string, PlannedItem>> {
  const own = items.flatMap((item) =>
    item.batch === null ? [] : [[item.batch.collectiveId, item] as const],
  );
  const next = new Map(own.toReversed());
  for (const [id, line] of await othersNext(db, now)) {
    const item = othersItem(line);
    const known = next.get(id);
    if (known === undefined || soonestFirst(item, known) < 0) next.set(id, item);
  }
  return next;
}
