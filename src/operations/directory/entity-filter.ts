import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import { NO_VALUE } from '../../contract/console/choices.ts';
import type { EntityFilter } from '../../contract/console/directory-list.ts';
import { TYPES_WITH_CAPACITY } from '../../domain/capacity-types.ts';
import { mayBeId, searchTerms } from '../../lib/search-terms.ts';
import type { Store } from '../../store/schema/schema.ts';
import { marksPattern } from '../fleet/facts/fact-marks.ts';
import { ARCHIVED } from './thing.ts';

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

/** Filters on columns of the Entity itself. */
export const COLUMN_FILTERS = ['type', 'brand', 'source', 'health', 'place'] as const;

/** Filters by one of its marks. */
export const MARK_FILTERS = [
  'outcome',
  'capacity',
  'capture',
  'reads',
  'silent',
  'planned',
] as const;

type FilterName = (typeof COLUMN_FILTERS | typeof MARK_FILTERS)[number] | 'tag' | 'collective';

/** How the database finds rows. */
export interface Way {
  /** Row by row rather than along an index: faster if few of many match. */
  byRow?: boolean;
  /** Checks the Collective of the filter per row: faster if it has many Entities. */
  manyMembers?: boolean;
}

/**
 * The condition of a filter.
 * @param way how the database finds rows, which only affects the time
 */
export function matches(filter: EntityFilter, way: Way = {}) {
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
    const marks = marksPattern(filter);
    if (marks !== null) parts.push(eb('entities.marks', 'like', marks));
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

/** A filter without some of its columns. */
export function without(filter: EntityFilter, ...names: readonly FilterName[]): EntityFilter {
  const rest: EntityFilter = { ...filter };
  for (const name of names) delete rest[name];
  return rest;
}
