import type { Kysely } from 'kysely';
import {
  DRY_RUN_COUNTS,
  type DispatchPlan,
  type DryRun,
  type DryRunCount,
  type DryRunList,
  type DryRunListRequest,
} from '../../../contract/console/dry-run.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { needsApproval } from '../../../domain/approval.ts';
import { isCommandType, takesCommand } from '../../../domain/command-rules.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { failure, invalid } from '../../../http/problems.ts';
import type { Route } from '../../../http/route.ts';
import { groupBy } from '../../../lib/group-by.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { knownOffboardings } from '../../fleet/offboarding/offboarding-store.ts';
import { readRules } from '../approve/approval-store.ts';
import { checkItem, refuseClashes } from '../send/request.ts';
import { judge } from './guard.ts';
import {
  readMembers,
  readRecent,
  readSituation,
  timed,
  type Asked,
  type Look,
  type Member,
  type Recent,
} from './situation.ts';

/** Dependencies of a dry run. */
export interface DryRunParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  guardWindowMs: number;
}

const NAMES = new Intl.Collator('en', { numeric: true });
/** A plan is expected to fail after so many failures in a row: one alone may be over by then. */
const IN_A_ROW = 3;

/** The plan in the form of a dispatch. @throws Failure 400 */
function checkedPlan(plan: DispatchPlan): Asked {
  const items = plan.items.map((item, index) => {
    const field = (name: string) => `items.${index}.${name}`;
    const at = instantMs(item.triggerTime);
    if (plan.kind === 'schedule' && at === null) {
      throw invalid(field('triggerTime'), 'Enter when the Command triggers.');
    }
    const triggerTime = plan.kind === 'schedule' && at !== null ? isoInstant(at) : null;
    return { ...checkItem(item, field), triggerTime };
  });
  refuseClashes(items, (index) => `items.${index}.type`);
  return { collectiveId: plan.collectiveId, kind: plan.kind, items };
}

async function requireCollective(db: Kysely<Store>, id: string): Promise<void> {
  const collective = await db
    .selectFrom('collectives')
    .where('id', '=', id)
    .where('archived', '=', 0)
    .select('id')
    .executeTakeFirst();
  if (collective === undefined) {
    throw failure(404, 'not_found', `The Collective ${id} is not in the directory.`);
  }
}

/** What a member is counted as, and the Command behind it. */
interface Counted {
  count: DryRunCount;
  command: Recent | null;
}

/**
 * The first count that applies to a member. What holds now does not hold for a planned Command: that is judged by
 * what is there at its own time.
 * @param recent its Commands, newest first
 */
function countOf(
  member: Pick<Member, 'type' | 'refused'>,
  recent: readonly Recent[],
  isOffboarding: boolean,
  { kind, items }: Asked,
  { now, windowMs }: Look,
): Counted {
  const types = items.map(({ type }) => type).filter(isCommandType);
  const isNow = kind === 'now';
  if (types.every((type) => takesCommand(type, member.type) === false)) {
    return { count: 'wrong-type', command: null };
  }
  if (isOffboarding || (isNow && member.refused !== null)) return { count: 'away', command: null };
  const outcomes = recent.filter(({ isOpen }) => !isOpen).slice(0, isNow ? 1 : IN_A_ROW);
  const [last] = outcomes;
  const hasFailed = ({ verdict }: Recent) => FAILED_VERDICTS.some((failed) => failed === verdict);
  const isLong = isNow || outcomes.length === IN_A_ROW;
  if (last !== undefined && isLong && outcomes.every(hasFailed)) {
    return { count: 'failed', command: last };
  }
  const instants = timed(items, now).map(({ at }) => at);
  const command = recent.find(
    ({ isOpen, at }) =>
      isOpen &&
      (isNow ? at <= now + windowMs : instants.some((each) => Math.abs(each - at) <= windowMs)),
  );
  if (command !== undefined) return { count: 'open', command };
  return { count: member.type === null ? 'unknown-type' : 'can-act', command: null };
}

/** Each member with its count. @param leaving the Entities that are being offboarded */
async function countMembers(
  db: Kysely<Store>,
  asked: Asked,
  look: Look,
  members: readonly Member[],
  leaving: ReadonlySet<string> | null,
) {
  const recent = groupBy(await readRecent(db, asked), (each) => each.entity_id);
  return members.map((member) => {
    const isLeaving = leaving?.has(member.id) === true;
    return { member, ...countOf(member, recent.get(member.id) ?? [], isLeaving, asked, look) };
  });
}

/**
 * The state that a dispatch would meet, as the console knows it. Nothing is sent, and nothing is read from the
 * Service.
 * @throws Failure 400 if the plan could not be sent, 404 if the Collective is not known
 */
export async function dryRun(parts: DryRunParts, plan: DispatchPlan): Promise<DryRun> {
  const look = { now: parts.clock.now(), windowMs: parts.guardWindowMs };
  const asked = checkedPlan(plan);
  await requireCollective(parts.db, asked.collectiveId);
  const situation = await readSituation(parts.db, asked, look);
  const { members } = situation;
  const leaving = await knownOffboardings(parts.db);
  const counted = await countMembers(parts.db, asked, look, members, leaving);
  const knownAt = members.reduce((latest, member) => Math.max(latest, member.knownAt), 0);
  return {
    asOf: isoInstant(look.now),
    memberCount: members.length,
    membersKnownAt: members.length === 0 ? null : isoInstant(knownAt),
    counts: DRY_RUN_COUNTS.map((kind) => {
      return { kind, count: counted.filter(({ count }) => count === kind).length };
    }),
    areOffboardingsKnown: leaving !== null,
    guard: judge(situation, asked, look),
    needsApproval: needsApproval(await readRules(parts.db), asked),
  };
}

/**
 * The Entities behind one count of a dry run, by name.
 * @throws Failure as for the dry run
 */
export async function dryRunList(
  parts: DryRunParts,
  { count, offset, limit, ...plan }: DryRunListRequest,
): Promise<DryRunList> {
  const look = { now: parts.clock.now(), windowMs: parts.guardWindowMs };
  const asked = checkedPlan(plan);
  await requireCollective(parts.db, asked.collectiveId);
  const members = await readMembers(parts.db, asked.collectiveId);
  const leaving = await knownOffboardings(parts.db);
  const counted = await countMembers(parts.db, asked, look, members, leaving);
  const rows = counted
    .filter((each) => each.count === count)
    .toSorted((a, b) => NAMES.compare(a.member.name ?? a.member.id, b.member.name ?? b.member.id));
  return {
    total: rows.length,
    entities: rows.slice(offset, offset + limit).map(({ member: { id, name, type }, command }) => ({
      id,
      name,
      type,
      at: command === null ? null : isoInstant(command.at),
      dispatchId: command?.dispatchId ?? null,
    })),
  };
}

/** Largest plan, in bytes: the limit of a schedule. */
const PLAN_LIMIT = 1024 * 1024;

/** The routes that compute what a dispatch would meet; they send nothing. */
export function dryRunRoutes(parts: DryRunParts): Route[] {
  const rules = { permission: 'dispatch', audit: 'none', bodyLimit: PLAN_LIMIT } as const;
  return [
    defineRoute(CONSOLE_ROUTES.dryRun, rules, ({ body }) => dryRun(parts, body)),
    defineRoute(CONSOLE_ROUTES.dryRunList, rules, ({ body }) => dryRunList(parts, body)),
  ];
}
