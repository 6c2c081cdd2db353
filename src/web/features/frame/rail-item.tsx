import ButtonBase from '@mui/material/ButtonBase';
import type SvgIcon from '@mui/material/SvgIcon';

/** The look of an entry of the rail, link or button; the page one is on is marked. */
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
    fontWeight: 650,
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
  },
  '&[aria-current="page"] svg': { color: 'primary.main' },
} as const;

interface RailButtonProps {
  label: string;
  /** A shorter text than the label, where the label says more than the rail has room for. */
  text?: string;
  icon: typeof SvgIcon;
  collapsed: boolean;
  onClick: () => void;
}

/** A button of the rail; narrow, it shows its icon and keeps its name. */
export function RailButton({ label, text, icon: Icon, collapsed, onClick }: RailButtonProps) {
  return (
    <ButtonBase
      onClick={onClick}
      aria-label={label}
      title={label}
      sx={{ ...railItem, width: '100%', overflow: 'hidden', whiteSpace: 'nowrap' }}
    >
      <Icon sx={{ fontSize: 20 }} />
      {!collapsed && (text ?? label)}
    </ButtonBase>
  );
}
