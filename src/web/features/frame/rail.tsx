import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { BASE } from '../../api/base.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchOutcomeLabel, outcomeCounts } from '../../../domain/batch-outcome.ts';
import { progressOf } from '../../../domain/batch-running.ts';
import { formatNumber } from '../../../domain/format.ts';
import { useOperator } from '../../api/session.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { visuallyHidden } from '../../components/field-styles.ts';
import { later } from '../../components/later.tsx';
import { TallyBar, stateSegments } from '../../components/status/tally-bar.tsx';
import { usePreferences } from '../../theme/preferences.ts';
import { entryOf, NAV_ENTRIES } from './nav-entries.ts';
import { batchLabel, useRunning } from './running.ts';

/** Maximum number of batches pinned; the others are on the Activity page. */
const PINNED = 5;

/** An entry of the rail; the current page is marked. */
const railItem = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 36,
  px: 1.25,
  borderRadius: 1,
  fontSize: '0.875rem',
  textDecoration: 'none',
  color: 'text.secondary',
  '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
  '&[aria-current="page"]': {
    color: 'text.primary',
    fontWeight: 600,
    bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
  },
  '&[aria-current="page"] svg': { color: 'primary.main' },
} as const;

interface RailProps {
  /** Called with the place for notices; it is gone while the rail is narrow. */
  onNotices?: (place: HTMLElement | null) => void;
}

/** The left rail: pages of the console, running batches, those that ended, and the operator's menu at the bottom. */
export function Rail({ onNotices }: RailProps) {
  const { railCollapsed } = usePreferences();
  const here = entryOf(useLocation().pathname);
  return (
    <Box
      component="header"
      sx={{
        width: railCollapsed ? 56 : 208,
        flex: 'none',
        height: '100dvh',
        position: 'sticky',
        top: 0,
        display: 'flex',
        flexDirection: 'column',
        gap: 0.25,
        p: 1,
        borderRight: 1,
        borderColor: 'divider',
        overflowY: 'auto',
        overflowX: 'hidden',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, px: 1, height: 40, mb: 1 }}>
        <img src={`${BASE}/icon.svg`} alt="" width={24} height={24} />
        {!railCollapsed && (
          <Box component="span" sx={{ fontWeight: 600, letterSpacing: '-0.01em' }}>
            Gridhelm
          </Box>
        )}
      </Box>
      <Box component="nav" aria-label="Main" sx={{ display: 'grid', gap: 0.25 }}>
        {NAV_ENTRIES.map(({ to, label, icon: Icon }) => (
          <Tooltip key={to} title={railCollapsed ? label : ''}>
            <Box
              component={Link}
              to={to}
              aria-label={railCollapsed ? label : undefined}
              aria-current={to === here ? 'page' : undefined}
              sx={railItem}
            >
              <Icon sx={{ fontSize: 20 }} />
              {!railCollapsed && label}
            </Box>
          </Tooltip>
        ))}
      </Box>
      <RunningBatches collapsed={railCollapsed} />
      <Box sx={{ flex: 1 }} />
      {!railCollapsed && <Box ref={onNotices} sx={{ mb: 1 }} />}
      <AccountButton collapsed={railCollapsed} />
    </Box>
  );
}

/** The running batches with their progress. */
function RunningBatches({ collapsed }: { collapsed: boolean }) {
  const running = useRunning();
  if (running.length === 0) return null;
  const rest = running.length - PINNED;
  return (
    <Box component="section" aria-label="Running" sx={{ mt: 1.5, display: 'grid', gap: 0.25 }}>
      {!collapsed && (
        <Box sx={{ px: 1.25, fontSize: '0.75rem', fontWeight: 600, color: 'text.secondary' }}>
          Running
        </Box>
      )}
      {running.slice(0, PINNED).map((batch) => (
        <Pinned key={batch.id} batch={batch} collapsed={collapsed} />
      ))}
      {rest > 0 && (
        <Box component={Link} to="/batches" sx={{ ...railItem, fontSize: '0.8125rem' }}>
          {collapsed ? `+${rest}` : `and ${rest} more`}
        </Box>
      )}
    </Box>
  );
}

function Pinned({ batch, collapsed }: { batch: BatchSummary; collapsed: boolean }) {
  const { done, total } = progressOf(batch);
  const label = batchLabel(batch);
  const unsent = batch.outcome === 'unknown' ? 'checking' : 'sending';
  const counts = total === 0 ? unsent : `${formatNumber(done)}/${formatNumber(total)}`;
  return (
    <Tooltip title={`${label}: ${batchOutcomeLabel(batch)}`}>
      <BatchLink
        underline="none"
        id={batch.id}
        aria-label={collapsed ? `${label}: ${counts}` : undefined}
        sx={{
          ...railItem,
          display: 'grid',
          gap: 0.5,
          alignContent: 'center',
          py: 0.5,
          px: collapsed ? 0.5 : 1.25,
          fontSize: '0.75rem',
        }}
      >
        <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', minWidth: 0 }}>
          {!collapsed && (
            <Box
              component="span"
              sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            >
              {label}{' '}
            </Box>
          )}
          <Box component="span" sx={{ whiteSpace: 'nowrap', mx: collapsed ? 'auto' : 0 }}>
            {counts}
          </Box>
        </Box>
        <TallyBar segments={stateSegments(outcomeCounts(batch))} height={4} />
      </BatchLink>
    </Tooltip>
  );
}

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
