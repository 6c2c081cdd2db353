import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type SvgIcon from '@mui/material/SvgIcon';
import { formatNumber } from '../../../domain/format.ts';
import { segmentFill, toneColor, type StatusStyle } from '../../theme/status.ts';

interface TallyTileProps {
  label: string;
  style: StatusStyle;
  icon: typeof SvgIcon;
  count: number;
  total: number;
  /** Whether the counts can still change: a percentage would look final. */
  isOpen?: boolean;
  on: boolean;
  onToggle: () => void;
}

/** The count of one status; pressing it filters the rows by that status. */
export function TallyTile(props: TallyTileProps) {
  const { label, style, icon: Icon, count, total, isOpen = false, on, onToggle } = props;
  const percent = total === 0 ? 0 : Math.round((count / total) * 100);
  const isShare = isOpen && count < total;
  return (
    <ButtonBase
      aria-pressed={on}
      onClick={onToggle}
      sx={{
        display: 'grid',
        justifyItems: 'start',
        justifyContent: 'start',
        gap: 0.25,
        minWidth: 0,
        p: 0.75,
        pl: 1.25,
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
          gap: 0.25,
          fontSize: '0.75rem',
          letterSpacing: '-0.01em',
          fontWeight: 600,
          whiteSpace: 'nowrap',
          color: toneColor(style.tone),
        }}
      >
        <Icon sx={{ fontSize: 14 }} />
        {label}{' '}
      </Box>
      <Box sx={{ fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.2, whiteSpace: 'nowrap' }}>
        {formatNumber(count)}{' '}
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary', ml: 0.5 }}>
          {isShare ? `of ${formatNumber(total)}` : `${percent} %`}
          {isShare && <span className="visually-hidden"> so far</span>}
        </Box>
      </Box>
    </ButtonBase>
  );
}
