import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Verdict } from '../../../domain/command-status.ts';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatNumber } from '../../../domain/format.ts';
import { VERDICT_ICONS } from '../../components/status/status-icons.ts';
import { segmentFill, toneColor, VERDICT_STYLES } from '../../theme/status.ts';

interface VerdictTileProps {
  verdict: Verdict;
  count: number;
  total: number;
  on: boolean;
  onToggle: () => void;
}

/** The count of one verdict; it is the bar's legend, and a press shows only its rows. */
export function VerdictTile({ verdict, count, total, on, onToggle }: VerdictTileProps) {
  const style = VERDICT_STYLES[verdict];
  const Icon = VERDICT_ICONS[verdict];
  const share = total === 0 ? 0 : Math.round((count / total) * 100);
  return (
    <ButtonBase
      aria-pressed={on}
      aria-label={`${VERDICT_LABELS[verdict]}: ${formatNumber(count)}, ${share} %`}
      onClick={onToggle}
      sx={{
        display: 'grid',
        justifyItems: 'start',
        justifyContent: 'start',
        gap: 0.25,
        p: 1,
        pl: 1.5,
        textAlign: 'left',
        position: 'relative',
        overflow: 'hidden',
        borderRadius: 1,
        border: 1,
        borderColor: on ? toneColor(style.tone) : 'divider',
        bgcolor: on ? 'action.selected' : 'transparent',
        '&:hover': { borderColor: 'text.secondary' },
      }}
    >
      <Box
        sx={{
          position: 'absolute',
          insetBlock: 0,
          left: 0,
          width: 4,
          background: segmentFill(style),
        }}
      />
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 0.5,
          fontSize: '0.75rem',
          fontWeight: 600,
          color: toneColor(style.tone),
        }}
      >
        <Icon sx={{ fontSize: 15 }} />
        {VERDICT_LABELS[verdict]}
      </Box>
      <Box sx={{ fontSize: '1.25rem', fontWeight: 650, lineHeight: 1.2 }}>
        {formatNumber(count)}
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary', ml: 0.75 }}>
          {share} %
        </Box>
      </Box>
    </ButtonBase>
  );
}
