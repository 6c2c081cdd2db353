import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import { NO_VALUE } from '../../contract/console/choices.ts';
import type { EntityFilter } from '../../contract/console/directory-list.ts';
import { TYPES_WITH_CAPACITY } from '../../domain/capacity-types.ts';
import { silentFrom } from '../../domain/silent.ts';
import { mayBeId, searchTerms } from '../../lib/search-terms.ts';
import type { Store } from '../../store/schema/schema.ts';
import { ARCHIVED } from './record.ts';

/** A LIKE pattern of a text that occurs anywhere; `\` escapes. */
export function anywhere(word: string): string {
  return `%${beginning(word)}`;
}

function beginning(word: string): string {
  return `${word.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
}

/**
 * The condition that a term occurs in the search text of a record or begins its id.
 * @param record the table, or its alias
 */
export function holdsTerm(term: string, record: 'collectives' | 'entities'): RawBuilder<SqlBool> {
  const inText = sql<SqlBool>`${sql.ref(`${record}.search`)} like ${anywhere(term)} escape ${'\\'}`;
  if (!mayBeId(term)) return inText;
  return sql`(${inText} or ${sql.ref(`${record}.id`)} like ${beginning(term)} escape ${'\\'})`;
}

/** The columns of filters that have one value of a few. */
const STATES = {
  outcome: 'entities.outcome',
  capacity: 'entities.capacity_state',
  capture: 'entities.capture_state',
  reads: 'entities.reads_state',
} as const;

/** How the database finds rows. */
export interface Way {
  /** Row by row rather than along an index: faster if few of many match. */
  byRow?: boolean;
  /** Checks the Collective of the filter per row: faster if it has many Entities. */
  manyMembers?: boolean;
}

/**
 * The condition of a filter.
 * @param now what is silent or still planned depends on it, in milliseconds since the epoch
 * @param way how the database finds rows, which only affects the time
 */
export function matches(filter: EntityFilter, now: number, way: Way = {}) {
  const { byRow = false, manyMembers = false } = way;
  return (eb: ExpressionBuilder<Store, 'entities'>): Expression<SqlBool> => {
    const archived = filter.archived === undefined ? 0 : ARCHIVED;
    const parts: Expression<SqlBool>[] = [
      byRow
        ? sql<SqlBool>`${eb.ref('entities.archived')} + 0 = ${archived}`
        : eb('entities.archived', '=', archived),
    ];
    for (const term of searchTerms(filter.q)) parts.push(holdsTerm(term, 'entities'));
    for (const column of ['type', 'brand', 'source'] as const) {
      const value = filter[column];
      if (value === NO_VALUE) parts.push(eb(`entities.${column}`, 'is', null));
      else if (value !== undefined) parts.push(eb(`entities.${column}`, '=', value));
    }
    if (filter.health !== undefined) {
      const isRefused = filter.health !== 'fine';
      parts.push(eb('entities.unreachable_status', isRefused ? 'is not' : 'is', null));
      if (isRefused) {
        const isGone = filter.health === 'offboarded';
        parts.push(eb('entities.offboarded_at', isGone ? 'is not' : 'is', null));
      }
    }
    if (filter.place !== undefined) {
      parts.push(eb('entities.placed', '=', filter.place === 'known' ? 1 : 0));
    }
    if (filter.capacity === NO_VALUE) {
      // A device without a battery lacks nothing.
      parts.push(
        eb.or([eb('entities.type', 'is', null), eb('entities.type', 'in', TYPES_WITH_CAPACITY)]),
      );
    }
    for (const name of ['outcome', 'capacity', 'capture', 'reads'] as const) {
      const value = filter[name];
      if (value !== undefined) parts.push(eb(STATES[name], '=', value));
    }
    if (filter.silent !== undefined) {
      parts.push(eb('entities.session_at', '<=', silentFrom(now)));
    }
    if (filter.planned !== undefined) parts.push(eb('entities.planned_at', '>', now));
    if (filter.tag !== undefined) {
      const word = anywhere(JSON.stringify(filter.tag));
      parts.push(sql<SqlBool>`${eb.ref('entities.tags')} like ${word} escape ${'\\'}`);
    }
    if (filter.collective !== undefined) {
      const members = eb.selectFrom('memberships').where('collective_id', '=', filter.collective);
      parts.push(
        manyMembers
          ? eb.exists(
              members
                .whereRef('memberships.entity_id', '=', 'entities.id')
                .select('memberships.entity_id'),
            )
          : eb('entities.id', 'in', members.select('entity_id')),
      );
    }
    return eb.and(parts);
  };
}

/** Whether a filter needs more than the columns of its index. */
export function looksIntoRows(filter: EntityFilter): boolean {
  return searchTerms(filter.q).length > 0;
}

/** How many Entities a filter matches. The parameters are those of `matches`. */
export async function countMatches(
  db: Kysely<Store>,
  filter: EntityFilter,
  now: number,
  way: Way = {},
): Promise<number> {
  const { count } = await db
    .selectFrom('entities')
    .where(matches(filter, now, { byRow: looksIntoRows(filter), ...way }))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A filter without one of its values. */
export function without(filter: EntityFilter, name: keyof EntityFilter): EntityFilter {
  const rest: EntityFilter = { ...filter };
  delete rest[name];
  return rest;
}
