import type { ResourceStatus } from '../../../contract/console/fleet.ts';
import { formatNumber } from '../../../domain/format.ts';
import type { Segment } from '../../components/status/tally-bar.tsx';
import type { StatusStyle } from '../../theme/status.ts';

/** How much of a resource is known: name, meaning, and style. */
export const PARTS = [
  {
    key: 'fresh',
    label: 'fresh',
    meaning: 'Read within the time that the policy sets.',
    style: { tone: 'teal', look: 'soft' },
  },
  {
    key: 'stale',
    label: 'stale',
    meaning: 'Read, but longer ago than the policy sets.',
    style: { tone: 'amber', look: 'hatched' },
  },
  {
    key: 'partly',
    label: 'partly read',
    meaning: 'Some items of the last list could not be used. The others are kept.',
    style: { tone: 'amber', look: 'outline' },
  },
  {
    key: 'never',
    label: 'never read',
    meaning: 'Not read yet. Unknown values do not count as zero; the Entity is not fully read.',
    style: { tone: 'grey', look: 'plain' },
  },
  {
    key: 'failed',
    label: 'failed',
    meaning: 'The last read failed. Earlier results are kept.',
    style: { tone: 'red', look: 'soft' },
  },
] as const satisfies readonly {
  key: keyof ResourceStatus;
  label: string;
  meaning: string;
  style: StatusStyle;
}[];

type Counts = Pick<ResourceStatus, (typeof PARTS)[number]['key']>;

/** The parts as segments of a bar. */
export function partSegments(counts: Counts): Segment[] {
  return PARTS.map(({ key, label, style }) => ({ key, label, style, count: counts[key] }));
}

/** The parts that are not zero, as text: "148 fresh, 3 failed". */
export function partsLabel(counts: Counts): string {
  const some = PARTS.filter(({ key }) => counts[key] > 0);
  if (some.length === 0) return 'nothing to read';
  return some.map(({ key, label }) => `${formatNumber(counts[key])} ${label}`).join(', ');
}
