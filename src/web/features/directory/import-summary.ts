import type { DirectoryImportResult } from '../../../contract/console/directory-import.ts';
import { formatNumber } from '../../../domain/format.ts';

function part(name: string, counts: DirectoryImportResult['entities']): string {
  const { added, updated, unchanged, conflicts } = counts;
  const changes = `${name}: ${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(unchanged)} unchanged`;
  return conflicts === 0 ? `${changes}.` : `${changes}, ${formatNumber(conflicts)} in conflict.`;
}

/** Sentences that summarise the changes of an import. */
export function resultMessage({
  collectives,
  entities,
  memberships,
}: DirectoryImportResult): string {
  return [
    part('Collectives', collectives),
    part('Entities', entities),
    `Memberships: ${formatNumber(memberships.added)} added, ${formatNumber(memberships.removed)} removed.`,
  ].join(' ');
}
