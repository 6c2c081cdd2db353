import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Method } from '../../contract/endpoints.ts';
import { routePattern } from '../../contract/paths.ts';
import type { Permission } from '../../domain/permissions.ts';
import { failure } from './problems.ts';
import type { SignedIn } from '../session/sessions.ts';

/** One route of the console's server. */
export interface Route {
  method: Method;
  /** Path with `{name}` for each parameter. */
  path: string;
  /** What the operator must be allowed to do; null: the route is open to everybody. */
  permission: Permission | null;
  /** Largest body in bytes. */
  bodyLimit?: number;
  /** Whether the page asks by itself: such a request does not keep the session alive. */
  background?: boolean;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null on open routes and before it is known. */
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    permission?: Permission | null;
    background?: boolean;
    /** Set on routes that only say which methods there are. */
    allow?: string;
  }
}

/** Largest body of a route that says nothing else. */
const BODY_LIMIT = 64 * 1024;

/** The signed-in operator of a request to a route with a permission. */
export function operatorOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw failure(401, 'not_signed_in', 'Sign in first.');
  return request.signedIn;
}

/** Adds routes, and for each of their paths the answer to every other method. */
export function mount(app: FastifyInstance, routes: readonly Route[]): void {
  const methodsOf = new Map<string, Set<string>>();
  for (const route of routes) {
    const url = routePattern(route.path);
    methodsOf.set(url, (methodsOf.get(url) ?? new Set()).add(route.method));
    app.route({
      method: route.method,
      url,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      config: { permission: route.permission, background: route.background ?? false },
      handler: (request, reply) => route.handle(request, reply),
    });
  }
  for (const [url, methods] of methodsOf) {
    const allow = [...methods].toSorted().join(', ');
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url,
      config: { allow },
      handler: () => {
        throw methodNotAllowed(allow);
      },
    });
  }
}

/** The refusal of a method that a path does not have. */
export function methodNotAllowed(allow: string) {
  return failure(405, 'method_not_allowed', `This address takes ${allow}.`, {
    headers: { Allow: allow },
  });
}
