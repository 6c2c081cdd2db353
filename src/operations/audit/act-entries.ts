import type { FastifyRequest } from 'fastify';
import { z } from '../../contract/zod.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import {
  IDEMPOTENCY_HEADER,
  OVERRIDE_HEADER,
  PREVIOUS_HEADER,
  REASON_HEADER,
} from '../../contract/console/headers.ts';
import { Uuid } from '../../contract/primitives.ts';
import { rawPath } from '../../bff/http/guard.ts';
import type { ActAudit } from '../../bff/http/route.ts';
import { failureOf } from '../../bff/http/problems.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import type { ActEnd } from './act-rows.ts';
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

/** Method and path of a request, for rows about refusals. */
export function addressed(request: FastifyRequest): string {
  return `${request.method} ${rawPath(request.raw.url ?? '/')}`;
}

const Texts = z.record(z.string(), z.string());

const paramsOf = (request: FastifyRequest) => Texts.catch({}).parse(request.params);

/** The target's name in the log, such as "collective 0f7b…", even if the request is malformed. */
export function targetOf({ target }: ActAudit, request: FastifyRequest): string {
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

/** The rows before an act, the act itself first. */
export type Asked = readonly [AuditEntry, ...AuditEntry[]];

/** The rows before an act: the act itself, and each override that it asks for. */
export function askedEntries(rule: ActAudit, request: FastifyRequest): Asked {
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
export function outcomeOf(thrown: unknown): string {
  if (thrown instanceof UpstreamFault && thrown.effect === 'unknown') return 'unknown';
  const failed = failureOf(thrown);
  if (failed.code === 'outcome_unknown') return 'unknown';
  return failed.status < 500 || failed.code === 'upstream_refused' ? 'refused' : 'failed';
}

export function wordsOf(thrown: unknown) {
  const { code, detail } = failureOf(thrown);
  return { code, words: detail.errors[0]?.message ?? null };
}

const Made = z.object({ id: z.string() });

/** The id of the thing that an act created or changed, unless its target names it. */
export function madeBy(answer: unknown, { target }: AuditEntry): { id: string } | null {
  const made = Made.safeParse(answer).data ?? null;
  return made !== null && target?.includes(made.id) === true ? null : made;
}

/** The row with the outcome of a dispatch, or of an act that failed. */
export function endedEntry(asked: AuditEntry, end: ActEnd): AuditEntry {
  if (!('thrown' in end)) {
    return { ...asked, outcome: 'accepted', upstreamStatus: end.upstreamStatus, body: null };
  }
  const { thrown } = end;
  const upstreamStatus = failureOf(thrown).detail.upstreamStatus ?? null;
  return { ...asked, outcome: outcomeOf(thrown), upstreamStatus, body: wordsOf(thrown) };
}
