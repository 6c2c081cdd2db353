import { z } from '../../../contract/zod.ts';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import { KeptPlannedAs } from '../../../contract/console/dispatch.ts';
import { fromJson, fromNullableJson } from '../../../store/json.ts';
import type { IntentRow } from '../../../store/schema/schema.ts';
import { overrideOf } from '../approve/read-approvals.ts';
import type { DispatchRequest } from './request.ts';

const Items = z.array(ScheduledCommandRequest);
const Planned = z.array(KeptPlannedAs.nullable());

/** The request of a stored dispatch. */
export function storedRequest(intent: IntentRow): DispatchRequest {
  const items = fromJson(Items, intent.items);
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
