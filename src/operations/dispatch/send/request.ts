import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { CommandRequest, ScheduledCommandRequest } from '../../../contract/command.ts';
import type {
  KeptPlannedAs,
  KeptScheduleRow,
  PlannedAs,
  ScheduleRow,
} from '../../../contract/console/dispatch.ts';
import { GuardDigest } from '../../../contract/console/guard.ts';
import {
  OVERRIDE_HEADER,
  PREVIOUS_HEADER,
  REASON_HEADER,
} from '../../../contract/console/headers.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { checkCommandRequest } from '../../../domain/command-rules.ts';
import { clashesWithin } from '../../../domain/schedule-clashes.ts';
import { instantMs, isoInstant } from '../../../domain/instant.ts';
import { isPlanPossible, withServerOffset } from '../../../domain/planned-time.ts';
import { invalid } from '../../../http/problems.ts';
import { readIdempotencyKey } from '../../../http/idempotency-header.ts';
import { headerText, readReason } from '../../../http/reason-header.ts';

/** A parsed and validated dispatch request. */
export interface DispatchRequest {
  /** The Idempotency-Key, which is the dispatch id. */
  dispatchId: string;
  kind: 'now' | 'schedule';
  collectiveId: string;
  /** One item for `now`; trigger times are UTC for `schedule` and null for `now`. */
  items: readonly ScheduledCommandRequest[];
  /** How each item was entered and confirmed, or null; never sent. */
  planned: readonly (KeptPlannedAs | null)[];
  ignoreCooldown: boolean;
  reason: string | null;
  /** The digest of the findings of the guard that are overridden; null for none. */
  override: string | null;
  /** The intent that this one repeats deliberately. */
  previousId: string | null;
  /** Hash of kind, Collective, flag and items: equal requests have equal hashes. */
  bodyHash: string;
}

function readOverride(request: FastifyRequest): string | null {
  const text = headerText(request, OVERRIDE_HEADER);
  if (text === null) return null;
  const digest = GuardDigest.safeParse(text.trim());
  if (!digest.success) {
    throw invalid(
      OVERRIDE_HEADER,
      `The header ${OVERRIDE_HEADER} must hold the digest of the warnings that are overridden.`,
    );
  }
  return digest.data;
}

function readPrevious(request: FastifyRequest): string | null {
  const text = headerText(request, PREVIOUS_HEADER);
  if (text === null) return null;
  const id = Uuid.safeParse(text);
  if (!id.success) throw invalid(PREVIOUS_HEADER, `The header ${PREVIOUS_HEADER} must be a UUID.`);
  return id.data;
}

/**
 * A plan as it is kept. The operator confirmed the instant, so it is not derived again from the
 * wall clock: the zone data of browser and server can differ.
 */
function keptPlan(planned: PlannedAs | null, at: number, field: string): KeptPlannedAs | null {
  if (planned === null) return null;
  if (!isPlanPossible(planned, at)) {
    throw invalid(field, `${isoInstant(at)} is not ${planned.wallClock} in any time zone.`);
  }
  return withServerOffset(planned, at);
}

/** Validates one Command and normalises it. */
export function checkItem(given: CommandRequest, field: (name: string) => string): CommandRequest {
  const problem = checkCommandRequest(given);
  if (problem !== null) throw invalid(field(problem.field), problem.message);
  const value = given.value?.trim() ?? '';
  return { type: given.type, value: value === '' ? null : value };
}

/** Refuses Commands of one request that are equal, or reverse each other, at the same second. */
export function refuseClashes(
  items: readonly ScheduledCommandRequest[],
  field: (index: number) => string,
): void {
  const [clash] = clashesWithin(items);
  if (clash === undefined) return;
  const { index, earlier, kind } = clash;
  const rows = `Rows ${earlier + 1} and ${index + 1}`;
  throw invalid(
    field(index),
    kind === 'same'
      ? `${rows} are the same Command at the same second. Nothing was sent.`
      : `${rows} undo each other at the same second. Nothing was sent.`,
  );
}

function scheduledItems(rows: readonly ScheduleRow[]): KeptScheduleRow[] {
  const items = rows.map((given, index) => {
    const field = (name: string) => `${index}.${name}`;
    const item = checkItem(given, field);
    const at = instantMs(given.triggerTime);
    if (at === null) throw invalid(field('triggerTime'), 'Enter when the Command triggers.');
    const plannedAs = keptPlan(given.plannedAs, at, field('plannedAs'));
    return { ...item, triggerTime: isoInstant(at), plannedAs };
  });
  refuseClashes(items, (index) => `${index}.type`);
  return items;
}

function hashOfBody(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The input of both kinds of dispatch. */
interface DispatchInput<B> {
  params: { collectiveId: string };
  query: { ignoreCooldown?: boolean | undefined };
  body: B;
  /** For the headers. */
  request: FastifyRequest;
}

/**
 * Validates a dispatch for now, before anything is stored or sent.
 * @throws Failure 400 with the first invalid field
 */
export function dispatchNow(input: DispatchInput<CommandRequest>): DispatchRequest {
  return readDispatch('now', input, () => [
    { ...checkItem(input.body, (name) => name), triggerTime: null, plannedAs: null },
  ]);
}

/**
 * Validates a dispatch for later, before anything is stored or sent.
 * @throws Failure 400 with the first invalid field
 */
export function dispatchLater(input: DispatchInput<readonly ScheduleRow[]>): DispatchRequest {
  return readDispatch('schedule', input, () => scheduledItems(input.body));
}

function readDispatch(
  kind: DispatchRequest['kind'],
  { params: { collectiveId }, query, request }: DispatchInput<unknown>,
  itemsOf: () => KeptScheduleRow[],
): DispatchRequest {
  const { ignoreCooldown = false } = query;
  const dispatchId = readIdempotencyKey(
    request,
    'the dispatch, so that it is sent once. Nothing was sent',
  );
  const reason = readReason(request);
  if (ignoreCooldown && reason === null) {
    throw invalid(REASON_HEADER, 'Ignoring cooldowns needs a reason.');
  }
  const override = readOverride(request);
  if (override !== null && reason === null) {
    throw invalid(REASON_HEADER, 'Sending against a warning needs a reason.');
  }
  const items = itemsOf();
  return {
    dispatchId,
    kind,
    collectiveId,
    items: items.map(({ type, value, triggerTime }) => ({ type, value, triggerTime })),
    planned: items.map(({ plannedAs }) => plannedAs),
    ignoreCooldown,
    reason,
    override,
    previousId: readPrevious(request),
    bodyHash: hashOfBody([
      kind,
      collectiveId,
      ignoreCooldown,
      items.map((item) => [item.type, item.value, item.triggerTime]),
    ]),
  };
}
