import {
  MEMBERSHIP_ROUTES,
  type LeavingDecision,
  type SightingDecision,
} from '../../../contract/console/membership.ts';
import { call } from '../../api/client.ts';
import { mutationOf } from '../../api/query.ts';

/** Most Entities per decision request. */
const AT_ONCE = 1000;

/** Decides about Entities that answers named or left out; many are sent in several requests. */
export const decideMembership = (id: string) =>
  mutationOf(async (given: SightingDecision | LeavingDecision): Promise<void> => {
    if ('toldAt' in given) {
      await call(MEMBERSHIP_ROUTES.decideLeaving, { params: { id }, body: given });
      return;
    }
    const { entityIds, act } = given;
    for (let at = 0; at < entityIds.length; at += AT_ONCE) {
      const body = { entityIds: entityIds.slice(at, at + AT_ONCE), act };
      await call(MEMBERSHIP_ROUTES.decideSightings, { params: { id }, body });
    }
  }, MEMBERSHIP_ROUTES.decideSightings.touches);
