import { sql, type Kysely } from 'kysely';
import {
  GUARD_FINDINGS_MAX,
  GUARD_KINDS,
  type GuardReport,
} from '../../../contract/console/guard.ts';
import {
  areOpposite,
  isCommandType,
  isSameCommand,
  takesCommand,
} from '../../../domain/command-rules.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import {
  concerning,
  EARLIER,
  findingOf,
  timed,
  timedCommands,
  timedItems,
  type Earlier,
  type Found,
  type GuardAsk,
  type GuardLook,
  type Timed,
} from './guard-earlier.ts';
import { oppositeFindings } from './guard-opposite.ts';
import { knownMembers } from '../../directory/known-members.ts';
import { OPEN_VERDICTS } from '../track/open-commands.ts';
import { finalVerdicts } from '../resolve/read-resolution.ts';

/** The findings of the guard, with the data to judge an override. */
export interface GuardFound extends GuardReport {
  /** For each kind, the version of its newest finding; 0: it never changes. */
  newest: ReadonlyMap<string, number>;
}

/** Commands per item of an earlier batch: all, not canceled, and open. */
async function countOf(db: Kysely<Store>, earlier: Earlier, item: Timed) {
  let query = db
    .selectFrom('commands')
    .where('dispatch_id', '=', earlier.id)
    .groupBy(['settled', 'verdict', 'matched'])
    .select((row) => [
      'settled',
      'verdict',
      'matched',
      row.fn.max('recorded_version').as('newest'),
      row.fn.countAll<number>().as('count'),
    ]);
  if (earlier.kind === 'schedule') {
    query = query.where('type', '=', item.type).where('trigger_at', '=', item.at);
  }
  const tally = { all: 0, standing: 0, open: 0, adopted: 0 };
  for (const { settled, verdict, matched, newest, count } of await query.execute()) {
    tally.all += count;
    if (verdict !== 'canceled') tally.standing += count;
    if (settled === 0 && OPEN_VERDICTS.some((open) => open === verdict)) tally.open += count;
    // A find of a later check is new, however old the batch is.
    if (matched !== null) tally.adopted = Math.max(tally.adopted, newest);
  }
  return tally;
}

async function sameFindings(db: Kysely<Store>, ask: GuardAsk, look: GuardLook): Promise<Found[]> {
  const { now, windowMs } = look;
  if (windowMs === 0) return [];
  const asked = timed(ask.items, now);
  const instants = asked.map(({ at }) => at);
  const types = [...new Set(asked.flatMap(({ type }) => type ?? []))];
  const candidates = await db
    .selectFrom('intents')
    .where('outcome', '<>', 'refused')
    .where('effect_to', '>=', Math.min(...instants) - windowMs)
    .where('effect_from', '<=', Math.max(...instants) + windowMs)
    .where('id', 'in', (row) =>
      row.selectFrom('intent_types').where('type', 'in', types).select('dispatch_id'),
    )
    .select(EARLIER)
    .execute();
  const isAlike = (item: Timed) =>
    asked.some((other) => isSameCommand(other, item) && Math.abs(other.at - item.at) <= windowMs);
  const commandsOf = await timedCommands(db, candidates);
  const alike = candidates.filter((earlier) => commandsOf(earlier).some(isAlike));
  const verdicts = await finalVerdicts(
    db,
    alike.filter(({ outcome }) => outcome === 'unknown').map(({ id }) => id),
  );
  const standing = alike.filter(({ id }) => verdicts.get(id)?.verdict !== 'none');
  const found: Found[] = [];
  for (const { earlier, shared } of await concerning(db, ask.collectiveId, standing)) {
    for (const item of commandsOf(earlier).filter(isAlike)) {
      const counts = await countOf(db, earlier, item);
      if (counts.all > 0 && counts.standing === 0) continue;
      const more = { count: counts.standing, open: counts.open, shared };
      found.push({
        finding: findingOf('same', earlier, item, more),
        version: Math.max(earlier.recorded_version, counts.adopted),
      });
      break;
    }
  }
  return found;
}

/** Batches without a known Command although they were sent, or are being sent. */
async function unresolvedFindings(db: Kysely<Store>, ask: GuardAsk, now: number): Promise<Found[]> {
  const unknown = await db
    .selectFrom('intents')
    .where('outcome', 'in', ['sending', 'unknown'])
    .select(EARLIER)
    .unionAll(
      db
        .selectFrom('intents')
        .where('unaccounted', '>', 0)
        .whereRef('unaccounted', '=', 'member_count')
        // With the plain column, SQLite scans all accepted ones.
        .where(sql`outcome || ''`, '=', 'accepted')
        .select(EARLIER),
    )
    .execute();
  const verdicts = await finalVerdicts(
    db,
    unknown.map(({ id }) => id),
  );
  /** Until when its Commands may still appear; null: it is settled, or irrelevant to this dispatch. */
  const horizonOf = (earlier: Earlier): number | null => {
    const at = verdicts.get(earlier.id)?.horizonAt ?? null;
    const concerns = timedItems(earlier).some((item) =>
      ask.items.some(({ type }) => type === item.type || areOpposite(type, item.type)),
    );
    return at !== null && at > now && concerns ? at : null;
  };
  const open = unknown.filter(
    (earlier) =>
      earlier.outcome === 'sending' || !verdicts.has(earlier.id) || horizonOf(earlier) !== null,
  );
  return (await concerning(db, ask.collectiveId, open)).flatMap(({ earlier, shared }) => {
    const [item] = timedItems(earlier);
    if (item === undefined) return [];
    const more = { count: earlier.member_count, open: 0, shared };
    const horizonAt = horizonOf(earlier);
    const finding =
      horizonAt === null
        ? findingOf('unresolved', earlier, item, more)
        : {
            ...findingOf('may-still-land', earlier, item, more),
            horizonAt: isoInstant(horizonAt),
          };
    return [{ finding, version: earlier.recorded_version }];
  });
}

/** Types that no Entity accepts, if the types of all known Entities are known. */
async function noTakerFindings(db: Kysely<Store>, ask: GuardAsk): Promise<Found[]> {
  const members = await knownMembers(db, ask.collectiveId)
    .groupBy('entities.type')
    .select((row) => ['entities.type', row.fn.countAll<number>().as('count')])
    .execute();
  if (members.length === 0 || members.some(({ type }) => type === null)) return [];
  const count = members.reduce((sum, each) => sum + each.count, 0);
  const types = [...new Set(ask.items.map(({ type }) => type))].filter(isCommandType);
  return types
    .filter((type) => members.every((member) => takesCommand(type, member.type) === false))
    .map((type) => ({ finding: { kind: 'no-taker', type, count }, version: 0 }));
}

const createdAt = ({ finding }: Found) => (finding.kind === 'no-taker' ? '' : finding.createdAt);

/** The newest of each kind: a kind with many findings does not hide the others. */
function listed(found: readonly Found[]): Found[] {
  const ranks = new Map<string, number>();
  const ranked = found.map((each) => {
    const rank = ranks.get(each.finding.kind) ?? 0;
    ranks.set(each.finding.kind, rank + 1);
    return { each, rank };
  });
  const kept = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, GUARD_FINDINGS_MAX)
      .map(({ each }) => each),
  );
  return found.filter((each) => kept.has(each));
}

/**
 * The reasons against a dispatch: earlier batches of any Collective that reached the same Entities,
 * and Commands that no Entity accepts. Must be called inside the transaction that stores its
 * intent: then two concurrent dispatches always see each other.
 */
export async function findGuardFindings(
  trx: Kysely<Store>,
  ask: GuardAsk,
  look: GuardLook,
): Promise<GuardFound> {
  const found = [
    ...(await noTakerFindings(trx, ask)),
    ...(await unresolvedFindings(trx, ask, look.now)),
    ...(await oppositeFindings(trx, ask, look)),
    ...(await sameFindings(trx, ask, look)),
  ].toSorted((a, b) => createdAt(b).localeCompare(createdAt(a)));
  const newest = new Map<string, number>();
  for (const { finding, version } of found) {
    newest.set(finding.kind, Math.max(newest.get(finding.kind) ?? 0, version));
  }
  return {
    seen: look.version,
    totals: GUARD_KINDS.flatMap((kind) => {
      const total = found.filter(({ finding }) => finding.kind === kind).length;
      return total === 0 ? [] : [{ kind, total }];
    }),
    findings: listed(found).map(({ finding }) => finding),
    newest,
  };
}
