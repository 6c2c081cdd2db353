import type { Kysely } from 'kysely';
import type { CommandType } from '../../../contract/command.ts';
import {
  DRY_RUN_GROUPS,
  FORECAST_CAUSES,
  type DispatchPlan,
  type DryRun,
  type DryRunGroup,
  type DryRunGroupKind,
  type DryRunList,
  type DryRunListRequest,
} from '../../../contract/console/dry-run.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { isCommandType, takesCommand } from '../../../domain/command-rules.ts';
import { impactOf } from '../../../domain/dispatch-impact.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Failure, failure, invalid } from '../../../bff/http/problems.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { knownMembers } from '../../directory/known-members.ts';
import { currentVersion } from '../../../store/version.ts';
import {
  expectedOf,
  NO_NOTE,
  finishedMembers,
  oppositeMembers,
  pendingMembers,
  type Grouped,
} from './dry-run-groups.ts';
import { findGuardFindings } from './guard.ts';
import { expectationsFor } from './known-entities.ts';
import type { PendingOffboardings } from './pending-offboardings.ts';
import { checkItem, refuseClashes } from '../send/request.ts';

/** Dependencies of a dry run. */
export interface DryRunParts {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  guardWindowMs: number;
  /** Decides when data counts as stale. */
  policy: FleetPolicy;
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
  const rows = await knownMembers(db, collectiveId)
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
      throw invalid(field('triggerTime'), 'Enter when the Command triggers.');
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

type Checked = ReturnType<typeof checkedPlan>;

/** The expectations of the members; read once for all groups that use them. */
type Expected = Awaited<ReturnType<typeof expectationsFor>>;

const CAUSES: ReadonlySet<string> = new Set(FORECAST_CAUSES);

function readExpected(parts: DryRunParts, plan: Checked, members: readonly Member[]) {
  const ids = members.map(({ id }) => id);
  return expectationsFor(parts.db, parts.policy, ids, plan.types, parts.clock.now());
}

async function findGroup(
  parts: DryRunParts,
  kind: DryRunGroupKind,
  plan: Checked,
  members: readonly Member[],
  expected: Expected,
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
    case 'offboarding':
      return offboarding(parts, members);
    case 'wrong-type':
      return known(byType(members, types, false));
    case 'unknown-type':
      return known(byType(members, types, null));
    case 'failing':
    case 'likely':
    case 'refused':
    case 'offline':
    case 'unplugged':
    case 'silent':
    case 'features-off':
    case 'capture-off':
    case 'nothing-known':
      return known(
        expected.flatMap(({ entityId, expectation }) =>
          expectation.cause === kind ? expectedOf(entityId, expectation) : [],
        ),
      );
  }
}

type Effect = DryRunGroup['effect'];

/**
 * What membership in a group means for an Entity. An open Command matters only to a dispatch now, unless it
 * triggers later. One that ended prevents nothing known: the length of a cooldown is not known.
 */
function effectOn(kind: DryRunGroupKind, { note }: Grouped, now: boolean, soonMs: number): Effect {
  switch (kind) {
    case 'wrong-type':
    case 'failing':
      return 'fails';
    case 'unknown-type':
    case 'offboarding':
    case 'likely':
    case 'refused':
    case 'offline':
    case 'unplugged':
    case 'silent':
    case 'features-off':
      return 'unclear';
    case 'nothing-known':
      return 'unknown';
    case 'pending':
      return now && (instantMs(note.at) ?? 0) <= soonMs ? 'unclear' : 'none';
    case 'just-finished':
    case 'opposite':
    case 'capture-off':
      return 'none';
  }
}

const GRAVEST_LAST: readonly Effect[] = ['none', 'unknown', 'unclear', 'fails'];

function graver(a: Effect, b: Effect): Effect {
  return GRAVEST_LAST.indexOf(a) > GRAVEST_LAST.indexOf(b) ? a : b;
}

const instantOrNull = (ms: number | undefined | null) =>
  ms === undefined || ms === null ? null : isoInstant(ms);

/** The ages of a group's data: outcomes and states, and the reads of them that are too old. */
function agesOf(members: readonly Grouped[]) {
  const times = members.flatMap(({ rests }) => rests?.at ?? []).toSorted((a, b) => a - b);
  const stale = members
    .flatMap(({ rests }) => (rests?.read.isStale === true ? (rests.read.at ?? []) : []))
    .toSorted((a, b) => a - b);
  const oldest = instantOrNull(stale[0]);
  return {
    newestAt: instantOrNull(times.at(-1)),
    oldestAt: instantOrNull(times[0]),
    stale: oldest === null ? null : { count: stale.length, oldestAt: oldest },
  };
}

function groupOf(kind: DryRunGroupKind, found: Found, effect: Effect): DryRunGroup {
  if ('problem' in found) {
    const { problem } = found;
    return { kind, count: null, oldestSeenAt: null, ...agesOf([]), problem, effect: 'unclear' };
  }
  const seen = found.members.flatMap(({ seenAt }) => (seenAt === null ? [] : [seenAt]));
  const oldest =
    seen.length === 0 ? found.readAt : seen.reduce((a, b) => Math.min(a, b), Number.MAX_VALUE);
  return {
    kind,
    count: found.members.length,
    oldestSeenAt: instantOrNull(oldest),
    ...agesOf(found.members),
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
  const expected = await readExpected(parts, plan, members);
  for (const kind of DRY_RUN_GROUPS) {
    const found = await findGroup(parts, kind, plan, members, expected);
    let whole: Effect = 'none';
    for (const row of 'members' in found ? found.members : []) {
      const effect = effectOn(kind, row, plan.kind === 'now', now + guardWindowMs);
      whole = graver(whole, effect);
      effects.set(row.entityId, graver(effects.get(row.entityId) ?? 'none', effect));
    }
    groups.push(groupOf(kind, found, whole));
  }
  const count = (effect: Effect) => [...effects.values()].filter((each) => each === effect).length;
  const [unclear, fails, unknown] = [count('unclear'), count('fails'), count('unknown')];
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
    outlook: { acts: members.length - unclear - fails - unknown, unclear, fails, unknown },
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
  const expected = CAUSES.has(group) ? await readExpected(parts, plan, members) : [];
  const found = await findGroup(parts, group, plan, members, expected);
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
      seenAt: instantOrNull(seenAt),
      staleAt: row.rests?.read.isStale === true ? instantOrNull(row.rests.read.at) : null,
    })),
    asOf: isoInstant(parts.clock.now()),
  };
}
