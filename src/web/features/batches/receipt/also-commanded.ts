import type { ReceiptContent } from '../../../../contract/console/receipt.ts';

/**
 * Entities that got a Command but were not known in the Collective when sent. Derived from the
 * members in every receipt, so that it also works for receipts sealed before the mark existed.
 */
export function alsoCommandedIn({ members, commands }: ReceiptContent): ReadonlySet<string> {
  const known = new Set(members.map(({ entityId }) => entityId));
  return new Set(commands.map(({ row }) => row.entityId).filter((id) => !known.has(id)));
}
