import type { DirectoryImportResult } from '../../../contract/console/directory.ts';
import { formatNumber } from '../../../domain/format.ts';

function part(name: string, counts: DirectoryImportResult['entities']): string {
  const { added, updated, unchanged, conflicts } = counts;
  const told = `${name}: ${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(unchanged)} unchanged`;
  return conflicts === 0 ? `${told}.` : `${told}, ${formatNumber(conflicts)} in conflict.`;
}

/** What an import changes, as sentences. */
export function resultWords({ collectives, entities, memberships }: DirectoryImportResult): string {
  return [
    part('Collectives', collectives),
    part('Entities', entities),
    `Memberships: ${formatNumber(memberships.added)} added, ${formatNumber(memberships.removed)} removed.`,
  ].join(' ');
}
