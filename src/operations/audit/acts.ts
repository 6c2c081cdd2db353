import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from '../../contract/zod.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import {
  IDEMPOTENCY_HEADER,
  OVERRIDE_HEADER,
  PREVIOUS_HEADER,
  REASON_HEADER,
} from '../../contract/console/headers.ts';
import { Role } from '../../contract/console/session.ts';
import { Uuid } from '../../contract/primitives.ts';
import { rawPath } from '../../bff/http/guard.ts';
import type { ActAudit, Route } from '../../bff/http/route.ts';
import { Failure, failure, failureOf } from '../../bff/http/problems.ts';
import { demoOperatorId } from '../../bff/session/demo-operators.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import type { Audit } from './audit.ts';
import type { AuditEntry } from './chain.ts';

/** A row of a request: with its operator, address and id. */
export function entryFor(
  request: FastifyRequest,
  entry: Pick<AuditEntry, 'action' | 'outcome'> & Partial<AuditEntry>,
): AuditEntry {
  return {
    operator: request.signedIn?.operator ?? null,
    sessionHash: request.signedIn?.sessionHash ?? null,
    address: request.ip,
    requestId: request.id,
    target: null,
    body: null,
    upstreamStatus: null,
    dispatchId: null,
    ...entry,
  };
}

/** Method and path of a request, for rows about what was refused. */
export function addressed(request: FastifyRequest): string {
  return `${request.method} ${rawPath(request.raw.url ?? '/')}`;
}

const Texts = z.record(z.string(), z.string());

const paramsOf = (request: FastifyRequest) => Texts.catch({}).parse(request.params);

/** The target's name in the log, such as "collective 0f7b…", even if the request is malformed. */
function targetOf({ target }: ActAudit, request: FastifyRequest): string {
  if (typeof target !== 'string') return target(request.body);
  const params = paramsOf(request);
  return target.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' && value !== '' ? value : null;
}

function decoded(text: string | null): string | null {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ignoresCooldown(request: FastifyRequest): boolean {
  return ENDPOINTS.sendCommand.query.safeParse(request.query).data?.ignoreCooldown === true;
}

/** The query of an address, or null; it is recorded for acts without a body. */
function queryOf(request: FastifyRequest): Record<string, string> | null {
  const query = Texts.catch({}).parse(request.query);
  return Object.keys(query).length === 0 ? null : query;
}

/** What is recorded before an act: the act itself, and each override that it asks for. */
function askedEntries(rule: ActAudit, request: FastifyRequest): [AuditEntry, ...AuditEntry[]] {
  const target = targetOf(rule, request);
  const base = { outcome: 'begun', target };
  if (rule.action !== 'dispatch') {
    const dispatchId = paramsOf(request)[rule.dispatchParam ?? ''] ?? null;
    const body = rule.keepsBody ? (request.body ?? queryOf(request)) : null;
    return [entryFor(request, { ...base, action: rule.action, body, dispatchId })];
  }
  const dispatchId = Uuid.safeParse(header(request, IDEMPOTENCY_HEADER)).data ?? null;
  const reason = decoded(header(request, REASON_HEADER));
  const overridden = header(request, OVERRIDE_HEADER);
  const repeats = header(request, PREVIOUS_HEADER);
  const ignoreCooldown = ignoresCooldown(request);
  const body = { commands: request.body, ignoreCooldown, reason, repeats };
  const more: AuditEntry[] = [];
  if (overridden !== null) {
    const given = { override: overridden, reason };
    more.push(entryFor(request, { ...base, action: 'guard-overridden', dispatchId, body: given }));
  }
  if (ignoreCooldown) {
    more.push(
      entryFor(request, { ...base, action: 'cooldown-overridden', dispatchId, body: { reason } }),
    );
  }
  return [entryFor(request, { ...base, action: 'dispatch', dispatchId, body }), ...more];
}

/** The outcome of an act that failed. */
function outcomeOf(thrown: unknown): string {
  if (thrown instanceof UpstreamFault && thrown.effect === 'unknown') return 'unknown';
  const failed = failureOf(thrown);
  if (failed.code === 'outcome_unknown') return 'unknown';
  return failed.status < 500 || failed.code === 'upstream_refused' ? 'refused' : 'failed';
}

function wordsOf(thrown: unknown) {
  const { code, detail } = failureOf(thrown);
  return { code, words: detail.errors[0]?.message ?? null };
}

const Made = z.object({ id: z.string() });

/** The id of what an act made or changed, unless its target names it. */
function madeBy(answer: unknown, { target }: AuditEntry): { id: string } | null {
  const made = Made.safeParse(answer).data ?? null;
  return made !== null && target?.includes(made.id) === true ? null : made;
}

/** Sends a file, and waits until the browser has it or has gone. @returns its outcome */
async function deliver(reply: FastifyReply, file: Readable): Promise<string> {
  void reply.send(file);
  try {
    await finished(reply.raw);
  } catch {
    return 'cut off';
  }
  return reply.statusCode < 400 ? 'done' : 'failed';
}

function auditAct(route: Route, rule: ActAudit, audit: Audit): Route {
  return {
    ...route,
    refused(request, thrown) {
      const { action } = rule;
      const [target, body] = [targetOf(rule, request), wordsOf(thrown)];
      audit.note(
        ['refused', request.signedIn?.sessionHash, action, target, body.code].join(' '),
        entryFor(request, { action, outcome: outcomeOf(thrown), target, body }),
      );
    },
    async prepare(request, reply) {
      const run = await route.prepare(request, reply);
      return async () => {
        const asked = askedEntries(rule, request);
        try {
          await audit.record(...asked);
        } catch (error) {
          throw failure(
            503,
            'store_unavailable',
            'The audit log cannot be written at the moment, so nothing was done.',
            { cause: error },
          );
        }
        const end = async (outcome: string, upstreamStatus: number | null, body: unknown) => {
          try {
            await audit.record({ ...asked[0], outcome, upstreamStatus, body });
          } catch (error) {
            // The act is done and its beginning is recorded; the operator gets the answer.
            request.log.warn({ err: error }, 'the outcome of an act could not be recorded');
          }
        };
        let answer: unknown;
        try {
          answer = await run();
        } catch (thrown) {
          const status = failureOf(thrown).detail.upstreamStatus ?? null;
          await end(outcomeOf(thrown), status, wordsOf(thrown));
          throw thrown;
        }
        if (answer instanceof Readable) {
          await end(await deliver(reply, answer), null, null);
          return undefined;
        }
        const done = rule.action === 'dispatch' ? 'accepted' : 'done';
        await end(done, rule.upstream ? reply.statusCode : null, madeBy(answer, asked[0]));
        return answer;
      };
    },
  };
}

const NameAlone = z.object({ name: z.string().max(100) });
const RoleAlone = z.object({ role: Role });

/** The name that somebody asked to sign in under: typed, or that of a demo role. */
function askedName(body: unknown): string | null {
  const role = RoleAlone.safeParse(body).data?.role;
  return role === undefined ? (NameAlone.safeParse(body).data?.name ?? null) : demoOperatorId(role);
}

/** What signing in needs beside the log. */
export interface SignInParts {
  audit: Audit;
  /** The name of an operator as it is stored, or null: an unknown name may be a password. */
  readonly knownName: (name: string) => Promise<string | null>;
}

async function noteFailedSignIn(request: FastifyRequest, thrown: unknown, parts: SignInParts) {
  const failed = thrown instanceof Failure ? thrown.status : 0;
  if (failed !== 401 && failed !== 403 && failed !== 429) return;
  const typed = askedName(request.body);
  const name = typed === null ? null : await parts.knownName(typed);
  const action = failed === 429 ? 'sign-in-locked' : 'sign-in-failed';
  const target = name === null ? 'a name that nobody has' : `operator ${name}`;
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

function auditSignIn(route: Route, parts: SignInParts): Route {
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

function auditSignOut(route: Route, audit: Audit): Route {
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

/** Adds the recording that a route declares. The row before an act is durable before the act begins. */
export function audited(route: Route, parts: SignInParts): Route {
  if (route.audit === 'none') return route;
  if (route.audit === 'sign-in') return auditSignIn(route, parts);
  if (route.audit === 'sign-out') return auditSignOut(route, parts.audit);
  return auditAct(route, route.audit, parts.audit);
}
