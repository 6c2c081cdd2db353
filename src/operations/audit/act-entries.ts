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
import type { ActAudit, ActEnd } from '../../http/route.ts';
import { failureOf } from '../../http/problems.ts';
import { headerText } from '../../http/reason-header.ts';
import { UpstreamFault } from '../../http/fault.ts';
import { NOBODY_ASKED, type AuditEntry } from './chain.ts';

type Event = Pick<AuditEntry, 'action' | 'outcome'> & Partial<AuditEntry>;

/** A row of a request: with its operator, address and id. */
export function entryFor({ signedIn, ip, id }: FastifyRequest, event: Event): AuditEntry {
  const { operator = null, sessionHash = null } = signedIn ?? {};
  return { ...NOBODY_ASKED, operator, sessionHash, address: ip, requestId: id, ...event };
}

const Texts = z.record(z.string(), z.string()).catch({});

/** The target's name in the log, such as "collective 0f7b…", even if the request is malformed. */
export function targetOf({ target }: ActAudit, request: FastifyRequest): string {
  if (typeof target !== 'string') return target(request.body);
  const params = Texts.parse(request.params);
  return target.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}

function decoded(text: string | null): string | null {
  try {
    return text === null ? null : decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query of an address, or null; it is recorded for acts without a body. */
function queryOf(request: FastifyRequest): Record<string, string> | null {
  const query = Texts.parse(request.query);
  return Object.keys(query).length === 0 ? null : query;
}

/** The rows before an act: the act itself, and each override that it asks for. */
export function askedEntries(
  rule: ActAudit,
  request: FastifyRequest,
): readonly [AuditEntry, ...AuditEntry[]] {
  const entry = (event: Omit<Event, 'outcome'>) =>
    entryFor(request, { outcome: 'begun', target: targetOf(rule, request), ...event });
  if (rule.action !== 'dispatch') {
    const dispatchId = Texts.parse(request.params)[rule.dispatchParam ?? ''] ?? null;
    const body = (rule.keepsBody ? request.body : null) ?? queryOf(request);
    return [entry({ action: rule.action, body, dispatchId })];
  }
  const dispatchId = Uuid.safeParse(headerText(request, IDEMPOTENCY_HEADER)).data ?? null;
  const reason = decoded(headerText(request, REASON_HEADER));
  const override = headerText(request, OVERRIDE_HEADER);
  const repeats = headerText(request, PREVIOUS_HEADER);
  const query = ENDPOINTS.sendCommand.query.safeParse(request.query).data;
  const ignoreCooldown = query?.ignoreCooldown === true;
  const body = { commands: request.body, ignoreCooldown, reason, repeats };
  const guard = { action: 'guard-overridden', dispatchId, body: { override, reason } } as const;
  const cooldown = { action: 'cooldown-overridden', dispatchId, body: { reason } } as const;
  return [
    entry({ action: 'dispatch', dispatchId, body }),
    ...(override === null ? [] : [entry(guard)]),
    ...(ignoreCooldown ? [entry(cooldown)] : []),
  ];
}

/** What a row says of an act that failed. */
export function failureEntry(thrown: unknown) {
  const { code, status, detail } = failureOf(thrown);
  const isUnknown = thrown instanceof UpstreamFault && thrown.effect === 'unknown';
  const isRefused = status < 500 || code === 'upstream_refused';
  return {
    outcome: isUnknown || code === 'outcome_unknown' ? 'unknown' : isRefused ? 'refused' : 'failed',
    upstreamStatus: detail.upstreamStatus ?? null,
    body: { code, words: detail.errors[0]?.message ?? null },
  };
}

/** What the last row of a dispatch says of its end. */
export function endEntry(end: ActEnd) {
  if ('thrown' in end) return failureEntry(end.thrown);
  return { outcome: 'accepted', upstreamStatus: end.upstreamStatus, body: null };
}

const Made = z.object({ id: z.string() });

/** The id of the thing that an act created or changed, unless its target names it. */
export function madeBy(answer: unknown, target: string): { id: string } | null {
  const made = Made.safeParse(answer).data ?? null;
  return made !== null && target.includes(made.id) ? null : made;
}

/** The body of an act's only row: what came of it first, since a long request is cut. */
export function withRequest(told: object | null, { body }: AuditEntry): unknown {
  if (told === null) return body;
  return typeof body === 'object' ? { ...told, ...body, ...told } : { ...told, request: body };
}
