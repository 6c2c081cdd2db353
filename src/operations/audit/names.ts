import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AuditAct, AuditNames, AuditThing } from '../../contract/console/audit.ts';
import { CommandRequest } from '../../contract/command.ts';
import { JobChange } from '../../contract/console/job.ts';
import { z } from '../../contract/zod.ts';
import { bulkName } from '../../domain/audit-sentence.ts';
import { requestLabel } from '../../domain/command-rules.ts';
import { searchTerms } from '../../lib/search-terms.ts';
import { fromJson } from '../../store/json.ts';
import type { Store } from '../../store/schema/schema.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const Named = z.object({ id: z.string().optional(), entityId: z.string().optional() }).catch({});
const Items = z.array(CommandRequest).catch([]);

const shortId = (id: string) => id.slice(0, 8);

/** Tables of things with a name, and what one without is called. */
const NAMED_TABLES = [
  ['entities', 'entity', shortId],
  ['collectives', 'collective', shortId],
  ['operators', 'other', shortId],
  ['sealed_reports', 'sealed', () => 'a sealed report'],
] as const;

/** The ids that an act's sentence may need a name for. */
function idsOf({ target, body, dispatchId }: AuditAct): string[] {
  const named = readBody(body);
  const operator = /^operator ([\w-]+)/.exec(target ?? '')?.[1];
  return [...(target?.match(UUID) ?? []), operator, dispatchId, named.id, named.entityId].filter(
    (id) => typeof id === 'string',
  );
}

function readBody(body: string | null): z.infer<typeof Named> {
  try {
    return Named.parse(JSON.parse(body ?? '{}'));
  } catch {
    return {};
  }
}

/** What the ids of these acts are called today. */
export async function namesOf(db: Kysely<Store>, acts: readonly AuditAct[]): Promise<AuditNames> {
  const ids = [...new Set(acts.flatMap(idsOf))];
  const names: AuditNames = {};
  if (ids.length === 0) return names;
  const add = (of: string, kind: AuditThing['kind'], id: string, name: string) => {
    names[of] = { kind, id, name };
  };
  for (const [table, kind, nameless] of NAMED_TABLES) {
    const rows = await db.selectFrom(table).where('id', 'in', ids).select(['id', 'name']).execute();
    for (const { id, name } of rows) add(id, kind, id, name ?? nameless(id));
  }
  const requests = await db
    .selectFrom('offboarding_requests')
    .innerJoin('entities', 'entities.id', 'entity_id')
    .where('offboarding_requests.id', 'in', ids)
    .select(['offboarding_requests.id', 'entities.id as entityId', 'name'])
    .execute();
  for (const { id, entityId, name } of requests) {
    add(id, 'entity', entityId, name ?? shortId(entityId));
  }
  const jobs = await db
    .selectFrom('jobs')
    .where('id', 'in', ids)
    .select(['id', 'change', 'total', 'dispatch_id'])
    .execute();
  const canceled = jobs.flatMap(({ dispatch_id: id }) => (id === null ? [] : [id]));
  const batches = await db
    .selectFrom('intents')
    .where('id', 'in', [...ids, ...canceled])
    .select(['id', 'items', 'collective_name'])
    .execute();
  for (const { id, items, collective_name: collective } of batches) {
    add(id, 'batch', id, `${requestLabel(fromJson(Items, items))} for ${collective}`);
  }
  for (const { id, change, total, dispatch_id: dispatchId } of jobs) {
    const batch = names[dispatchId ?? ''];
    if (batch !== undefined) names[id] = batch;
    else add(id, 'bulk', id, bulkName(fromJson(JobChange, change), total));
  }
  return names;
}

/** Most things whose name a filter matches. */
const MOST = 500;

/** The condition that an act was done to something whose name has these words, or whose id or target does. */
export async function targetsLike(db: Kysely<Store>, text: string): Promise<RawBuilder<boolean>> {
  const like = (word: string) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const found = async (table: 'entities' | 'collectives') => {
    let query = db.selectFrom(table).select('id').limit(MOST);
    for (const word of searchTerms(text)) {
      query = query.where(sql<boolean>`(search like ${like(word)} escape ${'\\'}
        or id like ${like(word)} escape ${'\\'})`);
    }
    return (await query.execute()).map(({ id }) => id);
  };
  const [entities, collectives] = [await found('entities'), await found('collectives')];
  const ofId = (kind: string, ids: readonly string[]) =>
    ids.length === 0
      ? sql<boolean>`1 = 0`
      : sql<boolean>`substr(target, 1, ${sql.lit(kind.length + 37)}) in (${sql.join(
          ids.map((id) => `${kind} ${id}`),
        )})`;
  const requests = await db
    .selectFrom('offboarding_requests')
    .where('entity_id', 'in', [...entities, ''])
    .select('id')
    .execute();
  const sent = sql<boolean>`intent_id in (select id from intents where collective_id in (${sql.join(
    [...collectives, ''],
  )}))`;
  const words = like(text.trim().toLowerCase());
  return sql<boolean>`(${sql.join(
    [
      sql<boolean>`lower(target) like ${words} escape ${'\\'}`,
      ofId('entity', entities),
      ofId('collective', collectives),
      ofId(
        'offboardingRequest',
        requests.map(({ id }) => id),
      ),
      sent,
    ],
    sql` or `,
  )})`;
}
