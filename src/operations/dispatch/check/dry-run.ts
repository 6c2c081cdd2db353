import type { Kysely } from 'kysely';
import type { CommandType } from '../../../contract/command.ts';
import {
  DRY_RUN_GROUPS,
  type DispatchPlan,
  type DryRun,
  type DryRunGroup,
  type DryRunGroupKind,
  type DryRunList,
  type DryRunListRequest,
} from '../../../contract/console/dry-run.ts';
import { isCommandType, takesCommand } from '../../../domain/command-rules.ts';
import { impactOf } from '../../../domain/dispatch-impact.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Failure, failure, invalid } from '../../../bff/http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { currentVersion } from '../../../store/version.ts';
import {
  failingMembers,
  NO_NOTE,
  finishedMembers,
  oppositeMembers,
  pendingMembers,
  type Grouped,
} from './dry-run-groups.ts';
import { findGuardFindings } from './guard.ts';
import { likelyFailures } from './likely-failures.ts';
import type { PendingOffboardings } from './pending-offboardings.ts';
import { checkItem, refuseClashes } from '../send/request.ts';

/** Dependencies of a dry run. */
export interface DryRunParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  guardWindowMs: number;
  pendingOffboardings: () => Promise<PendingOffboardings>;
}

const NAMES = new Intl.Collator('en', { numeric: true });

interface Member {
  id: string;
  name: string | null;
  type: string | null;
  knownAt: number;
}

/** A group with its Entities, or why they could not be determined. */
type Found = { members: Grouped[]; readAt: number | null } | { problem: string; failed: Failure };

async function membersOf(db: Kysely<Store>, collectiveId: string) {
  const collective = await db
    .selectFrom('collectives')
    .where('id', '=', collectiveId)
    .where('archived', '=', 0)
    .select('id')
    .executeTakeFirst();
  if (collective === undefined) {
    throw failure(404, 'not_found', `The Collective ${collectiveId} is not in the directory.`);
  }
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('entities', 'entities.id', 'memberships.entity_id')
    .where('memberships.collective_id', '=', collectiveId)
    .where('entities.archived', '=', 0)
    .select([
      'entities.id',
      'entities.name',
      'entities.type',
      'entities.known_at as knownAt',
      'memberships.known_at as memberKnownAt',
    ])
    .execute();
  const learned = rows.map((row) => row.memberKnownAt);
  return {
    members: rows.map(({ id, name, type, knownAt }): Member => ({ id, name, type, knownAt })),
    knownAt: learned.length === 0 ? null : learned.reduce((a, b) => Math.max(a, b)),
  };
}

/** The plan in the form of a dispatch. @throws Failure 400 */
function checkedPlan(plan: DispatchPlan): DispatchPlan & { types: readonly CommandType[] } {
  const items = plan.items.map((item, index) => {
    const field = (name: string) => `items.${index}.${name}`;
    const at = instantMs(item.triggerTime);
    if (plan.kind === 'schedule' && at === null) {
      throw invalid(field('triggerTime'), 'Say when the Command is to trigger.');
    }
    const triggerTime = plan.kind === 'schedule' && at !== null ? isoInstant(at) : null;
    return { ...checkItem(item, field), triggerTime };
  });
  refuseClashes(items, (index) => `items.${index}.type`);
  return {
    ...plan,
    items,
    types: [...new Set(items.map(({ type }) => type))].filter(isCommandType),
  };
}

/** Entities whose type does not accept one of the Commands, or is not known. */
function byType(members: readonly Member[], types: readonly CommandType[], takes: false | null) {
  return members.flatMap((member): Grouped[] => {
    const concerned = types.filter((type) => takesCommand(type, member.type) === takes);
    if (concerned.length === 0) return [];
    const note = { ...NO_NOTE, types: concerned };
    return [{ entityId: member.id, note, dispatchId: null, seenAt: member.knownAt }];
  });
}

async function offboarding(parts: DryRunParts, members: readonly Member[]): Promise<Found> {
  const pending = await parts.pendingOffboardings();
  if ('problem' in pending) return pending;
  const { entities, readAt } = pending;
  const concerned = members.filter(({ id }) => entities.has(id));
  return {
    readAt,
    members: concerned.map(({ id }) => ({
      entityId: id,
      note: NO_NOTE,
      dispatchId: null,
      seenAt: readAt,
    })),
  };
}

async function findGroup(
  parts: DryRunParts,
  kind: DryRunGroupKind,
  plan: { collectiveId: string; types: readonly CommandType[] },
  members: readonly Member[],
): Promise<Found> {
  const { db } = parts;
  const { collectiveId, types } = plan;
  const now = parts.clock.now();
  const ids = new Set(members.map(({ id }) => id));
  // Memberships of archived Entities stay in the store.
  const known = (grouped: Grouped[]): Found => ({
    members: grouped.filter(({ entityId }) => ids.has(entityId)),
    readAt: null,
  });
  switch (kind) {
    case 'pending':
      return known(await pendingMembers(db, collectiveId));
    case 'just-finished':
      return known(await finishedMembers(db, collectiveId, now - parts.guardWindowMs));
    case 'opposite':
      return known(await oppositeMembers(db, collectiveId, types, now));
    case 'failing':
      return known(await failingMembers(db, collectiveId, types));
    case 'likely':
      return known(await likelyFailures(db, [...ids], types, now));
    case 'offboarding':
      return offboarding(parts, members);
    case 'wrong-type':
      return known(byType(members, types, false));
    case 'unknown-type':
      return known(byType(members, types, null));
  }
}

type Effect = DryRunGroup['effect'];

/**
 * What membership in a group means for an Entity. Open and ended Commands concern only a dispatch
 * now: a cooldown may not be over, unless the open one triggers later.
 */
function effectOn(kind: DryRunGroupKind, { note }: Grouped, now: boolean, soonMs: number): Effect {
  switch (kind) {
    case 'wrong-type':
    case 'failing':
      return 'fails';
    case 'unknown-type':
    case 'offboarding':
    case 'likely':
      return 'unclear';
    case 'just-finished':
      return now ? 'unclear' : 'none';
    case 'pending':
      return now && (instantMs(note.at) ?? 0) <= soonMs ? 'unclear' : 'none';
    case 'opposite':
      return 'none';
  }
}

const GRAVEST_LAST: readonly Effect[] = ['none', 'unclear', 'fails'];

function graver(a: Effect, b: Effect): Effect {
  return GRAVEST_LAST.indexOf(a) > GRAVEST_LAST.indexOf(b) ? a : b;
}

function groupOf(kind: DryRunGroupKind, found: Found, effect: Effect): DryRunGroup {
  if ('problem' in found) {
    return { kind, count: null, oldestSeenAt: null, problem: found.problem, effect: 'unclear' };
  }
  const seen = found.members.flatMap(({ seenAt }) => (seenAt === null ? [] : [seenAt]));
  const oldest =
    seen.length === 0 ? found.readAt : seen.reduce((a, b) => Math.min(a, b), Number.MAX_VALUE);
  return {
    kind,
    count: found.members.length,
    oldestSeenAt: oldest === null ? null : isoInstant(oldest),
    problem: null,
    effect,
  };
}

/**
 * The state that a dispatch would meet, as the console knows it. Nothing is sent; only offboarding
 * requests are read from the Service.
 * @throws Failure 400 if the plan could not be sent, 404 if the Collective is not known
 */
export async function dryRun(parts: DryRunParts, given: DispatchPlan): Promise<DryRun> {
  const { db, guardWindowMs } = parts;
  const now = parts.clock.now();
  const plan = checkedPlan(given);
  // Read first: an override of this version does not cover what is stored meanwhile.
  const version = await currentVersion(db);
  const { members, knownAt } = await membersOf(db, plan.collectiveId);
  const groups: DryRunGroup[] = [];
  const effects = new Map<string, Effect>();
  for (const kind of DRY_RUN_GROUPS) {
    const found = await findGroup(parts, kind, plan, members);
    let whole: Effect = 'none';
    for (const row of 'members' in found ? found.members : []) {
      const effect = effectOn(kind, row, plan.kind === 'now', now + guardWindowMs);
      whole = graver(whole, effect);
      effects.set(row.entityId, graver(effects.get(row.entityId) ?? 'none', effect));
    }
    groups.push(groupOf(kind, found, whole));
  }
  const count = (effect: Effect) => [...effects.values()].filter((each) => each === effect).length;
  const [unclear, fails] = [count('unclear'), count('fails')];
  const look = { now, windowMs: guardWindowMs, version };
  const { newest: _newest, ...guard } = await findGuardFindings(db, plan, look);
  return {
    asOf: isoInstant(now),
    memberCount: members.length,
    membersKnownAt: knownAt === null ? null : isoInstant(knownAt),
    consequences: plan.types.map((type) => {
      const { takers, sentences } = impactOf(type, members);
      return { type, takers, sentences };
    }),
    groups,
    outlook: { acts: members.length - unclear - fails, unclear, fails },
    guard: { ...guard, windowMinutes: guardWindowMs / 60_000 },
  };
}

/**
 * The Entities behind one count of a dry run, by name.
 * @throws Failure as for the dry run, or why the group could not be determined
 */
export async function dryRunList(
  parts: DryRunParts,
  { group, offset, limit, ...given }: DryRunListRequest,
): Promise<DryRunList> {
  const plan = checkedPlan(given);
  const { members } = await membersOf(parts.db, plan.collectiveId);
  const found = await findGroup(parts, group, plan, members);
  if ('problem' in found) throw found.failed;
  const byId = new Map(members.map((member) => [member.id, member]));
  const rows = found.members
    .map((row) => ({ ...row, member: byId.get(row.entityId) }))
    .toSorted((a, b) => NAMES.compare(a.member?.name ?? a.entityId, b.member?.name ?? b.entityId));
  return {
    total: rows.length,
    entities: rows.slice(offset, offset + limit).map(({ member, entityId, seenAt, ...row }) => ({
      id: entityId,
      name: member?.name ?? null,
      type: member?.type ?? null,
      note: row.note,
      dispatchId: row.dispatchId,
      seenAt: seenAt === null ? null : isoInstant(seenAt),
    })),
    asOf: isoInstant(parts.clock.now()),
  };
}
