import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { defineRoute } from '../../../bff/http/define-route.ts';
import { act, type Route } from '../../../bff/http/route.ts';
import type { Resolver } from './resolver.ts';

/** The route that checks an unknown outcome again. */
export function resolveRoutes(resolver: Pick<Resolver, 'check'>): Route[] {
  const audit = act('resolve', 'batch {id}', { effect: 'elsewhere', dispatchParam: 'id' });
  return [
    defineRoute(CONSOLE_ROUTES.resolve, { permission: 'dispatch', audit }, ({ params, signedIn }) =>
      resolver.check(params.id, signedIn.operator.name),
    ),
  ];
}
