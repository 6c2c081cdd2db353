import type { FastifyRequest } from 'fastify';
import { z } from '../../contract/zod.ts';
import { Role } from '../../contract/console/session.ts';
import type { Route } from '../../bff/http/route.ts';
import { Failure, failure } from '../../bff/http/problems.ts';
import { demoOperatorId } from '../../bff/session/demo-operators.ts';
import { entryFor } from './act-entries.ts';
import type { Audit } from './audit.ts';

const NameAlone = z.object({ name: z.string().max(100) });
const RoleAlone = z.object({ role: Role });

/** The name given at sign-in: typed, or that of a demo role. */
function askedName(body: unknown): string | null {
  const role = RoleAlone.safeParse(body).data?.role;
  return role === undefined ? (NameAlone.safeParse(body).data?.name ?? null) : demoOperatorId(role);
}

/** What signing in needs beside the log. */
export interface SignInParts {
  audit: Audit;
  /** The stored name of an operator, or null: an unknown name may be a mistyped password. */
  readonly knownName: (name: string) => Promise<string | null>;
}

async function noteFailedSignIn(request: FastifyRequest, thrown: unknown, parts: SignInParts) {
  const failed = thrown instanceof Failure ? thrown.status : 0;
  if (failed !== 401 && failed !== 403 && failed !== 429) return;
  const typed = askedName(request.body);
  const name = typed === null ? null : await parts.knownName(typed);
  const action = failed === 429 ? 'sign-in-locked' : 'sign-in-failed';
  const target = name === null ? 'an unknown name' : `operator ${name}`;
  parts.audit.note(
    [action, request.ip, name].join(' '),
    entryFor(request, { action, outcome: 'refused', target }),
  );
}

/** Records a sign-in. @throws Failure 503 if it cannot be written */
export async function recordSignIn(audit: Audit, request: FastifyRequest): Promise<void> {
  try {
    await audit.record(entryFor(request, { action: 'sign-in', outcome: 'done' }));
  } catch (error) {
    throw failure(503, 'store_unavailable', 'Signing in is not possible at the moment.', {
      cause: error,
    });
  }
}

/** Records the outcome of signing in. */
export function auditSignIn(route: Route, parts: SignInParts): Route {
  return {
    ...route,
    async prepare(request, reply) {
      const run = await route.prepare(request, reply);
      return async () => {
        try {
          return await run();
        } catch (thrown) {
          try {
            await noteFailedSignIn(request, thrown, parts);
          } catch (error) {
            request.log.warn({ err: error }, 'a failed sign-in could not be recorded');
          }
          throw thrown;
        }
      };
    },
  };
}

/** Records a sign-out. */
export function auditSignOut(route: Route, audit: Audit): Route {
  return {
    ...route,
    async prepare(request, reply) {
      const run = await route.prepare(request, reply);
      return async () => {
        const note = () => {
          if (request.signedIn === null) return;
          audit.note(
            `sign-out ${request.signedIn.sessionHash}`,
            entryFor(request, { action: 'sign-out', outcome: 'done' }),
          );
        };
        try {
          const answer = await run();
          note();
          return answer;
        } catch (thrown) {
          if (thrown instanceof Failure && thrown.code === 'sign_out_not_stored') note();
          throw thrown;
        }
      };
    },
  };
}
