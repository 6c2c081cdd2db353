import type { Verdict } from '../../../domain/command-status.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { VERDICT_ICONS } from '../../components/status/status-icons.ts';
import { TallyTile } from '../../components/status/tally-tile.tsx';
import { VERDICT_STYLES } from '../../theme/status.ts';

interface VerdictTileProps {
  verdict: Verdict;
  count: number;
  total: number;
  isOpen: boolean;
  on: boolean;
  onToggle: () => void;
}

/** The count of one derived status: legend of the bar; pressing it filters the rows. */
export function VerdictTile({ verdict, ...tally }: VerdictTileProps) {
  return (
    <TallyTile
      label={VERDICT_LABELS[verdict]}
      style={VERDICT_STYLES[verdict]}
      icon={VERDICT_ICONS[verdict]}
      {...tally}
    />
  );
}
