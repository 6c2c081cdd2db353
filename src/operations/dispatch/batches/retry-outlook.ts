import type { Kysely } from 'kysely';
import type { RetryOutlook } from '../../../contract/console/batch.ts';
import { FAILED_VERDICTS } from '../../../domain/command-status.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { findBatch } from './batches.ts';

/** Statuses that count as failed. Without a known Command an outcome is unknown, not failed. */
const FAILED: ReadonlySet<string> = new Set(FAILED_VERDICTS);
/** Maximum number of other Collectives that are offered. */
const ALTERNATIVES_MAX = 5;

/** The Entities of a batch, and the failed ones. */
async function entitiesOf(
  db: Kysely<Store>,
  intent: { id: string },
): Promise<{ all: ReadonlySet<string>; failed: ReadonlySet<string>; unknown: number }> {
  const commands = await db
    .selectFrom('commands')
    .where('dispatch_id', '=', intent.id)
    .select(['entity_id', 'verdict'])
    .execute();
  const members = await db
    .selectFrom('intent_members')
    .where('dispatch_id', '=', intent.id)
    .select('entity_id')
    .execute();
  const commanded = new Set(commands.map((row) => row.entity_id));
  const failed = new Set(
    commands.filter((row) => FAILED.has(row.verdict)).map((row) => row.entity_id),
  );
  const unknown = members.filter((row) => !commanded.has(row.entity_id)).length;
  return { all: new Set([...commanded, ...members.map((row) => row.entity_id)]), failed, unknown };
}

/** Members of the known Collectives, by Collective. */
async function membersByCollective(db: Kysely<Store>) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('collectives', 'collectives.id', 'memberships.collective_id')
    .innerJoin('entities', 'entities.id', 'memberships.entity_id')
    .where('collectives.archived', '=', 0)
    .where('entities.archived', '=', 0)
    .select(['collectives.id', 'collectives.name', 'memberships.entity_id'])
    .execute();
  const byId = new Map<string, { name: string; members: string[] }>();
  for (const { id, name, entity_id: member } of rows) {
    const known = byId.get(id);
    if (known === undefined) byId.set(id, { name, members: [member] });
    else known.members.push(member);
  }
  return byId;
}

/**
 * The targets of a resend, and other Collectives that contain the failed Entities. A Command always
 * goes to a whole Collective: the failed ones cannot be commanded alone.
 * @param id the dispatch id
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readRetryOutlook(
  db: Kysely<Store>,
  id: string,
  now: number,
): Promise<RetryOutlook> {
  const intent = await findBatch(db, id);
  const { all, failed, unknown } = await entitiesOf(db, intent);
  const collectives = await membersByCollective(db);
  const alternatives = [...collectives]
    .filter(([collectiveId]) => collectiveId !== intent.collective_id)
    .map(([collectiveId, { name, members }]) => {
      const hit = members.filter((member) => failed.has(member)).length;
      return { collectiveId, name, failed: hit, others: members.length - hit };
    })
    .filter((each) => each.failed > 0)
    .toSorted((a, b) => a.others - b.others || b.failed - a.failed || a.name.localeCompare(b.name))
    .slice(0, ALTERNATIVES_MAX);
  return {
    failed: failed.size,
    unknown,
    others: all.size - failed.size - unknown,
    members: collectives.get(intent.collective_id)?.members.length ?? 0,
    alternatives,
    asOf: isoInstant(now),
  };
}
