import type { Kysely } from 'kysely';
import { MEMBERSHIP_ROUTES } from '../../contract/console/membership.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../http/define-route.ts';
import { READ, act, type Route } from '../../http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { decideLeaving, decideSightings, readMembershipNews } from './membership-news.ts';

/** The routes for what answers of the Service say about the membership of a Collective. */
export function membershipRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { membershipNews, decideSightings: sightings, decideLeaving: leaving } = MEMBERSHIP_ROUTES;
  const decides = {
    permission: 'manage-directory',
    audit: act('directory-changed', 'collective {id}'),
  } as const;
  return [
    defineRoute(membershipNews, READ, ({ params }) =>
      readMembershipNews(db, params.id, clock.now()),
    ),
    defineRoute(sightings, decides, async ({ params: { id }, body, signedIn, record }) => {
      const now = clock.now();
      const by = { name: signedIn.operator.name, now };
      await record.done((trx) => decideSightings(trx, id, body, by));
      return readMembershipNews(db, id, now);
    }),
    defineRoute(leaving, decides, async ({ params: { id }, body, record }) => {
      await record.done((trx) => decideLeaving(trx, id, body));
      return readMembershipNews(db, id, clock.now());
    }),
  ];
}
