import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import type { PlaceFilter, PlaceListQuery } from '../../../contract/console/places.ts';
import { searchTerms } from '../../../lib/search-terms.ts';
import { anywhere, holdsTerm } from '../../directory/entity-filter.ts';
import type { Store } from '../../../store/schema/schema.ts';

type Joined = ExpressionBuilder<Store, 'places' | 'entities'>;

/**
 * The condition of a filter on places joined with their Entities.
 * @param way.byRow whether the Entity of each place is looked up, instead of going through those that are listed
 */
export function placeMatches(filter: PlaceFilter, { byRow = false } = {}) {
  return (eb: Joined): Expression<SqlBool> => {
    const archived = eb.ref('entities.archived');
    const isListed = byRow ? sql<SqlBool>`${archived} + 0 = 0` : eb('entities.archived', '=', 0);
    const parts: Expression<SqlBool>[] = [isListed];
    for (const term of searchTerms(filter.q)) {
      parts.push(
        eb.or([
          holdsTerm(term, 'entities'),
          sql<SqlBool>`${eb.ref('places.search')} like ${anywhere(term)} escape ${'\\'}`,
        ]),
      );
    }
    if (filter.type === NO_VALUE) parts.push(eb('entities.type', 'is', null));
    else if (filter.type !== undefined) parts.push(eb('entities.type', '=', filter.type));
    if (filter.collective !== undefined) {
      const members = eb.selectFrom('memberships').where('collective_id', '=', filter.collective);
      parts.push(eb('places.entity_id', 'in', members.select('memberships.entity_id')));
    }
    return eb.and(parts);
  };
}

/** A part of the map, in degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** The box of a query; null if it has none. */
export function boxOf({ south, west, north, east }: PlaceListQuery): Box | null {
  if (south === undefined || west === undefined || north === undefined || east === undefined) {
    return null;
  }
  return { south, west, north, east };
}

/** The condition of lying within a box. Invalid coordinates never do. */
export function within({ south, west, north, east }: Box) {
  return (eb: Joined): Expression<SqlBool> => {
    const fromWest = eb('places.longitude', '>=', west);
    const toEast = eb('places.longitude', '<=', east);
    return eb.and([
      eb('places.odd', '=', 0),
      eb('places.latitude', '>=', south),
      eb('places.latitude', '<=', north),
      west <= east ? eb.and([fromWest, toEast]) : eb.or([fromWest, toEast]),
    ]);
  };
}
