import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useOperator } from '../../api/session.ts';
import { visuallyHidden } from '../../components/field-styles.ts';
import { later } from '../../components/later.tsx';

const AccountMenu = later(async () => (await import('./account-menu.tsx')).AccountMenu);

/** Initials of the first and the last part of a name. */
function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const last = parts.length > 1 ? parts.at(-1) : undefined;
  return [parts[0], last].map((part) => part?.charAt(0).toUpperCase() ?? '').join('');
}

/** The signed-in operator, in the foot of the rail: opens the menu. */
export function AccountButton({ collapsed }: { collapsed: boolean }) {
  // What the menu opens at; null: closed; undefined: not opened yet.
  const [anchor, setAnchor] = useState<HTMLElement | null>();
  const { name, role } = useOperator() ?? { name: '', role: '' };
  return (
    <>
      <Tooltip title={collapsed ? `${name}, ${role}` : ''}>
        <ButtonBase
          aria-haspopup="menu"
          aria-expanded={Boolean(anchor)}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{
            display: 'flex',
            justifyContent: 'flex-start',
            gap: 1,
            px: collapsed ? 0.75 : 1,
            py: 0.75,
            borderRadius: 1,
            textAlign: 'left',
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <Avatar
            aria-hidden="true"
            sx={{
              width: 28,
              height: 28,
              fontSize: '0.75rem',
              fontWeight: 600,
              bgcolor: 'primary.main',
              color: 'primary.contrastText',
            }}
          >
            {initialsOf(name)}
          </Avatar>
          <Box component="span" sx={visuallyHidden}>
            Account:{' '}
          </Box>
          <Box component="span" sx={collapsed ? visuallyHidden : { minWidth: 0 }}>
            <Typography noWrap component="span" sx={{ display: 'block', fontSize: '0.8125rem' }}>
              {name}
            </Typography>{' '}
            <Typography variant="caption" component="span" color="textSecondary">
              {role}
            </Typography>
          </Box>
        </ButtonBase>
      </Tooltip>
      {anchor !== undefined && (
        <AccountMenu anchor={anchor} hasRail onClose={() => setAnchor(null)} />
      )}
    </>
  );
}
