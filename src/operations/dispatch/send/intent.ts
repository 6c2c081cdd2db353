import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import { KeptPlannedAs } from '../../../contract/console/dispatch.ts';
import { GuardReport } from '../../../contract/console/guard.ts';
import { z } from '../../../contract/zod.ts';
import { instantMs } from '../../../domain/instant.ts';
import { fromJson, fromNullableJson } from '../../../store/json.ts';
import type { IntentRow } from '../../../store/schema/schema.ts';
import type { DispatchRequest } from './request.ts';

const Items = z.array(ScheduledCommandRequest);
const Planned = z.array(KeptPlannedAs.nullable());

/** The Commands that a dispatch asked for, for each Entity. */
export function itemsAsked({ items }: Pick<IntentRow, 'items'>): ScheduledCommandRequest[] {
  return fromJson(Items, items);
}

/** The warnings that were overridden when a dispatch was asked for, or null. */
export function overriddenBefore({
  overridden,
}: Pick<IntentRow, 'overridden'>): GuardReport | null {
  return fromNullableJson(GuardReport, overridden);
}

/** Their digest, or null. */
export function overrideOf(intent: Pick<IntentRow, 'overridden'>): string | null {
  return overriddenBefore(intent)?.digest ?? null;
}

/** The request of a stored dispatch. */
export function storedRequest(intent: IntentRow): DispatchRequest {
  const items = itemsAsked(intent);
  return {
    dispatchId: intent.id,
    kind: intent.kind === 'schedule' ? 'schedule' : 'now',
    collectiveId: intent.collective_id,
    items,
    planned: fromNullableJson(Planned, intent.planned) ?? items.map(() => null),
    ignoreCooldown: intent.ignore_cooldown === 1,
    reason: intent.reason,
    override: overrideOf(intent),
    previousId: intent.previous_id,
    bodyHash: intent.body_hash,
  };
}

/**
 * First and last instant at which a dispatch takes effect, in milliseconds since the epoch.
 * @param items its Commands; one without a trigger time takes effect at the send
 * @param sentAt when it was recorded, in milliseconds since the epoch
 */
export function effectSpan(
  items: readonly Pick<ScheduledCommandRequest, 'triggerTime'>[],
  sentAt: number,
): { from: number; to: number } {
  const instants = items.map(({ triggerTime }) => instantMs(triggerTime) ?? sentAt);
  return instants.length === 0
    ? { from: sentAt, to: sentAt }
    : { from: Math.min(...instants), to: Math.max(...instants) };
}

/** The types of these Commands, as the column of a dispatch has them. */
export function typesOf(commands: readonly { type: string | null }[]): string {
  const types = new Set(commands.flatMap(({ type }) => type ?? []));
  return [...types].map((type) => `|${type}|`).join('');
}

/** A condition on `intents`: one of its Commands, requested or in the answer, has this type. */
export function hasType(type: string): RawBuilder<SqlBool> {
  const text = type.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`);
  return sql<SqlBool>`intents.types like ${`%|${text}|%`} escape '\\'`;
}
