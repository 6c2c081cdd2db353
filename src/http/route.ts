import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AuditAction } from '../contract/console/audit.ts';
import type { Method } from '../contract/route.ts';
import { routePattern } from '../contract/paths.ts';
import type { Permission } from '../contract/console/access.ts';
import { failure } from './problems.ts';
import type { StoreTransaction } from '../store/in-transaction.ts';
import type { SignedIn } from './signed-in.ts';

/** How an act at the Service ended: the status of its answer, or the error thrown. */
export type ActEnd = { upstreamStatus: number | null } | { thrown: unknown };

/** The act that a request asks for, with its rows in the audit log. */
export interface Act {
  /**
   * Stores the act, and in the same transaction the row that it is done, so that the log never denies what took effect.
   * @param told what the row keeps of the result beside the request; JSON
   * @returns what `work` returned
   */
  done<T>(
    work: (trx: StoreTransaction) => Promise<T>,
    told?: (stored: T) => object | null,
  ): Promise<T>;
  /**
   * Stores what is about to be sent, and in the same transaction the rows that it has begun.
   * @param work returns null; `waiting` if it was stored, and somebody else must approve it first; or what was stored
   *   earlier: then nothing begins
   */
  begin<T>(work: (trx: StoreTransaction) => Promise<T | null>): Promise<T | null>;
  /**
   * Stores how it ended, and in the same transaction the row with the outcome. It may be called again.
   * @param work returns null if the outcome was stored already
   * @returns what `work` returned
   */
  end<T>(end: ActEnd, work: (trx: StoreTransaction) => Promise<T | null>): Promise<T | null>;
  /** Records that nothing is done: the operator did it before, and its answer is repeated. */
  repeated(): Promise<void>;
}

/** How an act is recorded in the audit log. */
export interface ActAudit {
  action: AuditAction;
  /** The target's name in the log: a text with `{name}` for path parameters, or a function of the body. */
  target: string | ((body: unknown) => string);
  /** Whether the body is kept, not the query alone. Not if it can hold a password or a whole directory. */
  keepsBody: boolean;
  /**
   * Where it takes effect. In the store: one row, in the transaction of the act (`Act.done`). At the Service, whose
   * status the log keeps, or elsewhere: a row before it and one with its outcome.
   */
  effect: 'store' | 'service' | 'elsewhere';
  /** The path parameter that holds the dispatch's id, or null. */
  dispatchParam: string | null;
  /**
   * Whether it is refused while the disk is nearly full. Not if it only ends something or reads, or if it checks
   * that itself.
   */
  needsRoom: boolean;
}

/** `none`: not recorded, for routes that only read. Sign-ins are recorded by their outcome. */
type RouteAudit = ActAudit | 'sign-in' | 'sign-out' | 'none';

/** What every route must declare: who may use it, and what the audit log keeps of it. */
export interface RouteRules<P extends Permission | null = Permission | null> {
  /** What the operator must be allowed to do; null: the route is open to everybody. */
  permission: P;
  audit: RouteAudit;
  /** Whether operators must have proved who they are within ten minutes. */
  confirmed?: boolean;
  /** Whether a program may use it with an API token. */
  tokens?: boolean;
  /** Largest body in bytes. */
  bodyLimit?: number;
  /** Whether pages only poll it in the background: such a request does not keep the session alive. */
  background?: boolean;
}

/** The rules of a route that every role may use and that only reads. */
export const READ = { permission: 'read', audit: 'none' } as const;

/** The rules of a route that reads reports, which programs may do too. */
export const READ_REPORTS = { ...READ, tokens: true } as const;

/** One route of the console's server, made by `defineRoute`. */
export interface Route extends RouteRules {
  method: Method;
  /** Path with `{name}` for each parameter. */
  path: string;
  /**
   * Reads a request without changing anything.
   * @param act the act that it asks for; absent: the route is not recorded
   * @returns a function that performs the request and returns the answer
   */
  prepare(request: FastifyRequest, reply: FastifyReply, act?: Act): Promise<() => Promise<unknown>>;
  /** Called for a permitted request whose body or parameters could not be read. */
  refused?(request: FastifyRequest, thrown: unknown): void;
}

/**
 * How an act is recorded: with its body, as one that takes effect in the store and needs room on the disk, unless given
 * otherwise.
 * @param target see `ActAudit`
 */
export function act(
  action: AuditAction,
  target: ActAudit['target'],
  more: Partial<ActAudit> = {},
): ActAudit {
  return {
    action,
    target,
    keepsBody: true,
    effect: 'store',
    dispatchParam: null,
    needsRoom: true,
    ...more,
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in operator; null on open routes and before the session is read. */
    signedIn: SignedIn | null;
  }
  interface FastifyContextConfig {
    permission?: Permission | null;
    confirmed?: boolean;
    tokens?: boolean;
    background?: boolean;
    /** Set on routes that only list the allowed methods. */
    allow?: string;
  }
}

/** Sign-ins of one address, guessed codes and links among them; wrong passwords have tighter limits. */
const SIGN_INS = { max: 600, timeWindow: 60_000 };

/** Largest body, in bytes, of a route that sets no limit. */
const BODY_LIMIT = 64 * 1024;

/** Adds routes, and for each of their paths a 405 for every other method. */
export function mount(app: FastifyInstance, routes: readonly Route[]): void {
  const methodsOf = new Map<string, Set<string>>();
  /** Requests that passed the guard and are not prepared yet. */
  const reading = new WeakSet<FastifyRequest>();
  for (const route of routes) {
    const url = routePattern(route.path);
    // A route that only reads notes no refusal, and needs none of this.
    const noting: Pick<RouteOptions, 'preParsing' | 'errorHandler'> = {
      preParsing: async (request) => {
        reading.add(request);
      },
      errorHandler(error, request) {
        if (reading.delete(request)) route.refused?.(request, error);
        throw error;
      },
    };
    methodsOf.set(url, (methodsOf.get(url) ?? new Set()).add(route.method));
    app.route({
      method: route.method,
      url,
      bodyLimit: route.bodyLimit ?? BODY_LIMIT,
      config: {
        permission: route.permission,
        background: route.background ?? false,
        confirmed: route.confirmed ?? false,
        tokens: route.tokens ?? false,
        ...(route.permission === null && route.audit === 'sign-in' ? { rateLimit: SIGN_INS } : {}),
      },
      ...(route.refused === undefined ? {} : noting),
      handler: async (request, reply) => {
        const run = await route.prepare(request, reply);
        reading.delete(request);
        return run();
      },
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
