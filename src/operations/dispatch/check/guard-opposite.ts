import type { Kysely } from 'kysely';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { areOpposite } from '../../../domain/command-rules.ts';
import type { Verdict } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import {
  concerning,
  findingOf,
  type Earlier,
  type Found,
  type GuardAsk,
  type GuardLook,
  type Timed,
} from './guard-earlier.ts';
import { OPEN_VERDICTS, openDispatches } from '../track/open-commands.ts';

/** Statuses of Commands that have, or may have, ended; a canceled one did nothing. */
const ENDED = [
  'acknowledged',
  'verified',
  'disproven',
  'failed',
  'unrequested',
] as const satisfies Verdict[];

/** Commands joined with their batches, of types that reverse the requested ones. */
function opposites(db: Kysely<Store>, types: readonly string[]) {
  return db
    .selectFrom('intents')
    .innerJoin('commands', 'commands.dispatch_id', 'intents.id')
    .where('commands.type', 'in', types);
}

/** One row per batch, type, value and instant of these Commands. */
function counted(query: ReturnType<typeof opposites>) {
  return query
    .groupBy([
      'intents.id',
      'commands.type',
      'commands.value',
      'commands.trigger_at',
      'commands.settled',
      'commands.verdict',
    ])
    .orderBy('commands.trigger_at')
    .select((row) => [
      'intents.id',
      'intents.kind',
      'intents.operator_name',
      'intents.created_at',
      'intents.outcome',
      'intents.member_count',
      'intents.collective_id',
      'intents.collective_name',
      'intents.recorded_version',
      'commands.type',
      'commands.value',
      'commands.trigger_at',
      'commands.settled',
      'commands.verdict',
      row.fn.max('commands.recorded_version').as('newest'),
      row.fn.countAll<number>().as('count'),
    ])
    .execute();
}

type Counted = Awaited<ReturnType<typeof counted>>[number];

const isOpen = ({ settled, verdict }: Counted) =>
  settled === 0 && OPEN_VERDICTS.some((open) => open === verdict);

/** Open Commands of the opposite type, sent to any Collective. */
async function openOnes(db: Kysely<Store>, ask: GuardAsk, types: readonly string[]) {
  const anyOpen = await db
    .selectFrom('intents')
    .where('id', 'in', openDispatches(types))
    .select('id')
    .executeTakeFirst();
  if (anyOpen === undefined) return [];
  const open = () =>
    opposites(db, types)
      .where('intents.id', 'in', openDispatches(types))
      .where('commands.settled', '=', 0)
      .where('commands.verdict', 'in', OPEN_VERDICTS);
  const own = await counted(open().where('intents.collective_id', '=', ask.collectiveId));
  const foreign = await counted(
    open()
      .where('intents.collective_id', '<>', ask.collectiveId)
      .where('commands.entity_id', 'in', (row) =>
        row
          .selectFrom('memberships')
          .where('collective_id', '=', ask.collectiveId)
          .select('entity_id'),
      ),
  );
  return [...own, ...foreign];
}

/** Ended Commands that took effect within the window around the requested items. */
async function endedOnes(
  db: Kysely<Store>,
  ask: GuardAsk,
  types: readonly string[],
  { now, windowMs }: GuardLook,
) {
  if (windowMs === 0) return [];
  const instants = ask.items.map(({ triggerTime }) => instantMs(triggerTime) ?? now);
  return counted(
    opposites(db, types)
      .where('intents.effect_to', '>=', Math.min(...instants) - windowMs)
      .where('intents.effect_from', '<=', Math.max(...instants) + windowMs)
      .where('commands.verdict', 'in', ENDED)
      .where((row) =>
        row.or([
          row('intents.collective_id', '=', ask.collectiveId),
          row.exists(
            row
              .selectFrom('memberships')
              .where('memberships.collective_id', '=', ask.collectiveId)
              .whereRef('memberships.entity_id', '=', 'commands.entity_id')
              .select('memberships.entity_id'),
          ),
        ]),
      ),
  );
}

/** Whether Commands take effect close enough to one of the new opposite items. */
function isNear(ask: GuardAsk, row: Counted, at: number, { now, windowMs }: GuardLook): boolean {
  // An open one conflicts with a Command for now whenever it triggers: it may be forgotten.
  if (ask.kind === 'now' && isOpen(row)) return true;
  return ask.items.some(
    (item) =>
      areOpposite(item.type, row.type) &&
      Math.abs((instantMs(item.triggerTime) ?? now) - at) <= windowMs,
  );
}

interface Merged {
  earlier: Omit<Earlier, 'items'>;
  item: Timed;
  count: number;
  open: number;
  version: number;
}

/** One entry per batch, represented by its first open Command. */
function merge(rows: readonly Counted[], ask: GuardAsk, look: GuardLook): Merged[] {
  const byIntent = new Map<string, Merged>();
  for (const row of rows) {
    const scheduled = row.kind === 'schedule';
    const at = scheduled ? (row.trigger_at ?? row.created_at) : row.created_at;
    if (!isNear(ask, row, at, look)) continue;
    const { type, value } = row;
    const item = { type, value, at, triggerTime: scheduled ? isoInstant(at) : null };
    const merged = byIntent.get(row.id) ?? {
      earlier: row,
      item,
      count: 0,
      open: 0,
      version: row.recorded_version,
    };
    merged.count += row.count;
    if (isOpen(row)) merged.open += row.count;
    merged.version = Math.max(merged.version, row.newest);
    byIntent.set(row.id, merged);
  }
  return [...byIntent.values()];
}

/**
 * Earlier batches that sent the opposite to Entities of the Collective: open Commands, and those
 * that ended within the window.
 */
export async function oppositeFindings(
  db: Kysely<Store>,
  ask: GuardAsk,
  look: GuardLook,
): Promise<Found[]> {
  const types = COMMAND_TYPES.filter((type) =>
    ask.items.some((item) => areOpposite(item.type, type)),
  );
  if (types.length === 0) return [];
  const rows = [...(await openOnes(db, ask, types)), ...(await endedOnes(db, ask, types, look))];
  const merged = merge(rows, ask, look);
  const byId = new Map(merged.map((each) => [each.earlier.id, each]));
  const found = await concerning(
    db,
    ask.collectiveId,
    merged.map(({ earlier }) => earlier),
  );
  return found.flatMap(({ earlier, shared }) => {
    const each = byId.get(earlier.id);
    if (each === undefined) return [];
    const { item, count, open, version } = each;
    return [{ finding: findingOf('opposite', earlier, item, { count, open, shared }), version }];
  });
}
