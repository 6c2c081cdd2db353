import type { Overview } from '../../../contract/console/overview.ts';
import { formatNumber } from '../../../domain/format.ts';
import { TallyBar, type Segment } from '../../components/status/tally-bar.tsx';
import type { StatusStyle } from '../../theme/status.ts';

type Reads = NonNullable<Overview['entities']['reads']>;

const STATES: readonly { key: keyof Reads; label: string; style: StatusStyle }[] = [
  { key: 'fresh', label: 'fresh', style: { tone: 'teal', look: 'soft' } },
  { key: 'stale', label: 'stale', style: { tone: 'amber', look: 'hatched' } },
  { key: 'unread', label: 'not fully read', style: { tone: 'grey', look: 'plain' } },
  { key: 'partial', label: 'partly read', style: { tone: 'amber', look: 'outline' } },
  { key: 'unreadable', label: 'unreadable', style: { tone: 'red', look: 'soft' } },
];

/** How much of the fleet has fresh reads, as a small bar. @param reads null: being counted */
export function ReadsBar({ reads }: { reads: Reads | null }) {
  const segments = STATES.map((state): Segment => ({ ...state, count: reads?.[state.key] ?? 0 }));
  return <TallyBar segments={segments} height={8} />;
}

/** The same as text: "118 fresh · 3 stale". @param offboarded Entities that are no longer read */
export function readsText(reads: Reads | null, offboarded: number): string {
  if (reads === null) return 'their reads are being counted';
  const parts = STATES.filter(({ key }) => reads[key] > 0).map(
    ({ key, label }) => `${formatNumber(reads[key])} ${label}`,
  );
  if (offboarded > 0) parts.push(`${formatNumber(offboarded)} offboarded`);
  return parts.length === 0 ? 'none is listed' : parts.join(' · ');
}
