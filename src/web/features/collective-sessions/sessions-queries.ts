import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import type { SessionRange } from '../../../domain/session-range.ts';
import { query } from '../../api/query.ts';

/** Rows of one page. */
export const SESSIONS_PER_PAGE = 50;

/** The charge sessions of a Collective in a period, from the store. @param page from 1 */
export const collectiveSessions = (
  id: string,
  { start, end }: SessionRange,
  zone: string,
  page: number,
) =>
  query(FLEET_ENTITY_ROUTES.fleetCollectiveSessions, {
    params: { id },
    query: {
      start,
      end: end ?? undefined,
      zone,
      offset: (page - 1) * SESSIONS_PER_PAGE,
      limit: SESSIONS_PER_PAGE,
    },
  });
