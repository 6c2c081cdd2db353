import type { ReceiptContent } from '../../../../contract/console/receipt.ts';

/**
 * Entities that got a Command without being known members at the send. Told by the members that every
 * receipt holds, so that those sealed before it was marked say it too.
 */
export function alsoCommandedIn({ members, commands }: ReceiptContent): ReadonlySet<string> {
  const known = new Set(members.map(({ entityId }) => entityId));
  return new Set(commands.map(({ row }) => row.entityId).filter((id) => !known.has(id)));
}
