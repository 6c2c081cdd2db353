import type { Kysely } from 'kysely';
import { MEMBERSHIP_ROUTES } from '../../contract/console/membership.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseBody, parseParams, parseQuery } from '../../bff/http/input.ts';
import { operatorOf, type Route } from '../../bff/http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { decideLeaving, decideSightings, readMembershipNews } from './membership-news.ts';

const permission = 'manage-directory';

/** The routes for what answers of the Service say of who belongs to a Collective. */
export function membershipRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { membershipNews, decideSightings: sightings, decideLeaving: leaving } = MEMBERSHIP_ROUTES;
  return [
    {
      ...membershipNews,
      permission: 'read',
      handle(request) {
        parseQuery(membershipNews.query, request);
        const { id } = parseParams(membershipNews.params, request);
        return readMembershipNews(db, id, clock.now());
      },
    },
    {
      ...sightings,
      permission,
      async handle(request) {
        parseQuery(sightings.query, request);
        const { id } = parseParams(sightings.params, request);
        const { name } = operatorOf(request).operator;
        const now = clock.now();
        await decideSightings(db, id, parseBody(sightings.body, request), { name, now });
        return readMembershipNews(db, id, now);
      },
    },
    {
      ...leaving,
      permission,
      async handle(request) {
        parseQuery(leaving.query, request);
        const { id } = parseParams(leaving.params, request);
        await decideLeaving(db, id, parseBody(leaving.body, request));
        return readMembershipNews(db, id, clock.now());
      },
    },
  ];
}
