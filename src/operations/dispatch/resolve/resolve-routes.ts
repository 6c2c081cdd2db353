import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { parseParams, refuseBody } from '../../../bff/http/input.ts';
import { operatorOf, type Route } from '../../../bff/http/route.ts';
import type { Resolver } from './resolver.ts';

/** The route that has an unknown outcome checked once more. */
export function resolveRoutes(resolver: Pick<Resolver, 'check'>): Route[] {
  const { resolve } = CONSOLE_ROUTES;
  return [
    {
      ...resolve,
      permission: 'dispatch',
      handle(request) {
        refuseBody(request);
        const { id } = parseParams(resolve.params, request);
        return resolver.check(id, operatorOf(request).operator.name);
      },
    },
  ];
}
