import CloudOffIcon from '@mui/icons-material/CloudOff';
import SaveOutlinedIcon from '@mui/icons-material/SaveOutlined';
import Box from '@mui/material/Box';
import type SvgIcon from '@mui/material/SvgIcon';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { readAllAgain } from '../../api/query-client.ts';
import { AWAY_TITLES, useAway } from '../../api/reachability.ts';
import { sessionQuery } from '../../api/session.ts';
import { useStoreState } from '../../api/store-state.ts';
import { Live } from '../../components/live.tsx';

/** Interval of retries while the server does not answer, in ms. */
const PROBE_MS = 4000;

/** Shows that the server cannot be reached or its disk is full. Retries, and refreshes once the server is back. */
export function Banners() {
  const client = useQueryClient();
  const reason = useAway();
  const away = reason !== null;
  const wasAway = useRef(false);
  const isStoring = useStoreState() === 'ok';
  useQuery({ ...sessionQuery, enabled: away, refetchInterval: away ? PROBE_MS : false });

  useEffect(() => {
    if (wasAway.current && !away) readAllAgain(client);
    wasAway.current = away;
  }, [away, client]);

  return (
    <Live>
      {reason !== null && (
        <Banner icon={CloudOffIcon} title={AWAY_TITLES[reason]}>
          This page may be out of date. Nothing can be sent until the connection is back; this page
          retries automatically.
        </Banner>
      )}
      {!isStoring && (
        <Banner
          icon={SaveOutlinedIcon}
          title="The disk of the console is full or cannot be written."
        >
          What does not fit is refused; everything can still be read.
        </Banner>
      )}
    </Live>
  );
}

interface BannerProps {
  icon: typeof SvgIcon;
  /** The problem, in a sentence. */
  title: string;
  children: ReactNode;
}

/** A line above the page about the console itself. */
function Banner({ icon: Icon, title, children }: BannerProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'center',
        px: { xs: 2, md: 3 },
        py: 1,
        fontSize: '0.8125rem',
        borderBottom: 1,
        borderColor: 'var(--mui-palette-status-amber)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 10%, transparent)',
      }}
    >
      <Icon sx={{ fontSize: 18, color: 'var(--mui-palette-status-amber)' }} />
      <span>
        <strong>{title}</strong> {children}
      </span>
    </Box>
  );
}
