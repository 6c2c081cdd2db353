import { createHash } from 'node:crypto';
import type { ChargeSession } from '../../contract/charge-session.ts';
import { instantMs } from '../../domain/instant.ts';
import { factsOf } from '../../domain/reports/session-facts.ts';
import { zoneAt } from '../../domain/reports/site-zone.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { FleetSessionRow } from '../../store/schema/fleet-schema.ts';

/**
 * The row of a charge session in its first version.
 * @param session parsed
 * @param told the session as the Service sent it, with unknown fields
 * @param now milliseconds since the epoch
 */
export function sessionRowOf(
  entityId: string,
  session: ChargeSession,
  told: unknown,
  now: number,
): FleetSessionRow {
  const facts = factsOf(session, zoneAt);
  const [, [startMs = null, endMs = null, energy = null], , , unit] = facts;
  return {
    entity_id: entityId,
    id: session.id,
    version: 1,
    current: 1,
    start_ms: startMs,
    end_ms: endMs,
    created_ms: instantMs(session.created),
    energy,
    unit: unit ?? '',
    content: JSON.stringify(told),
    facts: JSON.stringify(facts),
    hash: createHash('sha256').update(canonicalJson(session)).digest('base64url'),
    seen_at: now,
    gone_at: null,
    asked_at: null,
    listed_again: 0,
    listed_differs: 0,
  };
}
