import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { NO_VALUE, type EntityFilter } from '../../contract/console/directory-list.ts';
import type { Store } from '../../store/schema/schema.ts';
import { ARCHIVED } from './thing.ts';

/** The terms of a search, each of which must occur. */
function wordsOf(query: string | undefined): string[] {
  return (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** A LIKE pattern of a text that occurs anywhere; `\` escapes. */
export function anywhere(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
}

/** Filters on columns of the Entity itself. */
export const COLUMN_FILTERS = ['type', 'brand', 'source', 'health'] as const;
type ColumnFilter = (typeof COLUMN_FILTERS)[number];

/** How the database finds rows. */
interface Way {
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
    for (const word of wordsOf(filter.q)) {
      parts.push(sql<SqlBool>`${eb.ref('entities.search')} like ${anywhere(word)} escape ${'\\'}`);
    }
    for (const column of ['type', 'brand', 'source'] as const) {
      const value = filter[column];
      if (value === NO_VALUE) parts.push(eb(`entities.${column}`, 'is', null));
      else if (value !== undefined) parts.push(eb(`entities.${column}`, '=', value));
    }
    if (filter.health !== undefined) {
      const operator = filter.health === 'fine' ? 'is' : 'is not';
      parts.push(eb('entities.unreachable_status', operator, null));
    }
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
  return wordsOf(filter.q).length > 0;
}

/** A filter without some of its columns. */
export function without(
  filter: EntityFilter,
  ...names: readonly (ColumnFilter | 'tag' | 'collective')[]
): EntityFilter {
  const rest: EntityFilter = { ...filter };
  for (const name of names) delete rest[name];
  return rest;
}
