import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Live } from '../../components/live.tsx';
import { PHONE_ACTION_HEIGHT } from '../../components/phone-action.tsx';
import { endedWell, endMessage } from './running.ts';
import { useZone } from '../../theme/preferences.ts';

/** Maximum number shown; older ones are removed. */
const SHOWN = 3;
/** How long a success is shown, in ms: its outcome stays on its batch page and in Activity. */
export const STAYS_MS = 10_000;

interface NoticesProps {
  /** Batches that ended, oldest first. */
  ended: readonly BatchSummary[];
  onDismiss: (id: string) => void;
  /** Where they stand in the rail, so that they cover nothing; null: in a lower corner of the window. */
  place?: HTMLElement | null;
}

/** Announces on every page that a batch has ended, except on the batch's own page. */
export function Notices({ ended, onDismiss, place = null }: NoticesProps) {
  const { pathname } = useLocation();
  const shown = ended.filter(({ id }) => !pathname.startsWith(`/batches/${id}`)).slice(-SHOWN);
  const live = (
    <Live sx={place === null ? inCorner : {}}>
      {shown.map((batch) => (
        <Notice key={batch.id} batch={batch} onDismiss={onDismiss} />
      ))}
    </Live>
  );
  return place === null ? live : createPortal(live, place);
}

const inCorner = {
  position: 'fixed',
  right: 16,
  // On a phone they are above the bar, or above the action of the page, and cover neither.
  bottom: { xs: 'calc(64px + env(safe-area-inset-bottom))', sm: 16 },
  'body:has([data-phone-action]) &': {
    bottom: {
      xs: `calc(${64 + PHONE_ACTION_HEIGHT}px + env(safe-area-inset-bottom))`,
      sm: 16,
    },
  },
  zIndex: 1200,
  width: 'min(360px, calc(100vw - 32px))',
  // On a phone only the newest: the page has room for one at its end (`app-frame.tsx`).
  '& > :not(:last-child)': { display: { xs: 'none', sm: 'flex' } },
} as const;

interface NoticeProps extends Pick<NoticesProps, 'onDismiss'> {
  batch: BatchSummary;
}

/** A success disappears after a while, but not while hovered or focused; problems stay. */
function Notice({ batch, onDismiss }: NoticeProps) {
  const { id } = batch;
  const { title, detail } = endMessage(batch, useZone());
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const goes = endedWell(batch) && !isHovered && !isFocused;
  useEffect(() => {
    if (!goes) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      // In a hidden tab, keep the notice until someone sees it.
      timer = setTimeout(() => (document.hidden ? wait() : onDismiss(id)), STAYS_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [goes, id, onDismiss]);
  return (
    <Box
      data-notice=""
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      sx={{
        display: 'flex',
        gap: 1,
        alignItems: 'flex-start',
        mt: 1,
        pl: 1.5,
        py: 0.75,
        pr: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        boxShadow: 3,
        bgcolor: 'background.paper',
        fontSize: '0.8125rem',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, py: 0.5 }}>
        <AppLink
          to="/batches/$dispatchId"
          params={{ dispatchId: id }}
          onClick={() => onDismiss(id)}
          sx={{ fontWeight: 600 }}
        >
          {title}
        </AppLink>
        <Box sx={{ color: 'text.secondary' }}>{detail}</Box>
      </Box>
      <IconButton aria-label={`Dismiss: ${title}`} onClick={() => onDismiss(id)}>
        <CloseIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}
