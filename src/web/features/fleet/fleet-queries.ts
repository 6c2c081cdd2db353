import { keepPreviousData } from '@tanstack/react-query';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { FLEET_ROUTES, type FleetChoice } from '../../../contract/console/fleet.ts';
import { query } from '../../api/query.ts';

/** Rows of one page of failures. */
export const FAILURES_PER_PAGE = 50;

/** A page of the reads whose last attempt failed. @param resource undefined: all; @param page from 0 */
export function fleetFailures(resource: ReadResource | undefined, page: number) {
  const rows = { resource, offset: page * FAILURES_PER_PAGE, limit: FAILURES_PER_PAGE };
  return {
    ...query(FLEET_ROUTES.fleetFailures, { query: rows }),
    placeholderData: keepPreviousData,
  };
}

/** What a refresh would cost; reads nothing. @param choice null: nothing is chosen */
export function refreshCost(choice: FleetChoice | null) {
  return {
    ...query(FLEET_ROUTES.refreshCost, choice === null ? null : { body: choice }),
    placeholderData: keepPreviousData,
  };
}
