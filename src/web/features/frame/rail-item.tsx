import ButtonBase from '@mui/material/ButtonBase';
import type SvgIcon from '@mui/material/SvgIcon';
import Tooltip from '@mui/material/Tooltip';

/** Style of an entry of the rail; the current page is marked. */
export const railItem = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-start',
  gap: 1.25,
  minHeight: 36,
  px: 1.25,
  borderRadius: 1,
  fontSize: '0.875rem',
  textDecoration: 'none',
  textAlign: 'left',
  color: 'text.secondary',
  '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
  '&[aria-current="page"]': {
    color: 'text.primary',
    fontWeight: 600,
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
  },
  '&[aria-current="page"] svg': { color: 'primary.main' },
} as const;

interface RailButtonProps {
  label: string;
  /** A shorter text if the label does not fit in the rail. */
  text?: string;
  icon: typeof SvgIcon;
  collapsed: boolean;
  onClick: () => void;
}

/** A button of the rail; if narrow, it shows its icon and keeps its accessible name. */
export function RailButton({ label, text, icon: Icon, collapsed, onClick }: RailButtonProps) {
  return (
    <Tooltip title={collapsed || text !== undefined ? label : ''}>
      <ButtonBase
        onClick={onClick}
        aria-label={label}
        sx={{ ...railItem, width: '100%', overflow: 'hidden', whiteSpace: 'nowrap' }}
      >
        <Icon sx={{ fontSize: 20 }} />
        {!collapsed && (text ?? label)}
      </ButtonBase>
    </Tooltip>
  );
}
