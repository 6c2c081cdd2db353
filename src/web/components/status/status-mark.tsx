import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import { toneColor, toneGround, type StatusStyle } from '../../theme/status.ts';

interface StatusMarkProps {
  label: string;
  style: StatusStyle;
  icon: typeof SvgIcon;
}

/** Icon, label and colour of a status. */
export function StatusMark({ label, style, icon: Icon }: StatusMarkProps) {
  const color = toneColor(style.tone);
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 22,
        px: ['plain', 'struck', 'dotted'].includes(style.look) ? 0 : 0.75,
        borderRadius: 0.75,
        border: 1,
        borderColor: style.look === 'outline' || style.look === 'hatched' ? color : 'transparent',
        background: toneGround(style),
        color,
        fontSize: '0.75rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        textDecoration: style.look === 'struck' ? 'line-through' : 'none',
      }}
    >
      <Icon sx={{ fontSize: 15 }} />
      {label}
    </Box>
  );
}
