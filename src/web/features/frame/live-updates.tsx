import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter, useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchQuery, isMoving, runningQuery } from '../../api/batches.ts';
import { startLive } from '../../api/live.ts';
import { useFollowedFrom, useOperator } from '../../api/session.ts';
import { watchOperator } from '../../api/watch-operator.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { canNotify } from '../../components/ask-to-notify.ts';
import { Live } from '../../components/live.tsx';
import { PHONE_ACTION_HEIGHT } from '../../components/phone-action.tsx';
import { usePreferences, useZone } from '../../theme/preferences.ts';
import { endMessage, endedWell } from './running.ts';

/** Shows a browser notification that a batch ended, if the console is not visible. */
function tellBrowser(batch: BatchSummary, zone: string, onOpen: () => void): void {
  if (!document.hidden || !canNotify() || Notification.permission !== 'granted') return;
  const { title, detail } = endMessage(batch, zone);
  const notification = new Notification(title, { body: detail, tag: batch.id });
  notification.addEventListener('click', () => {
    window.focus();
    onOpen();
  });
}

/** Keeps every page fresh while an operator is signed in, and announces when one of their batches has ended. */
export function LiveUpdates({ place }: Pick<ComponentProps<typeof Notices>, 'place'>) {
  const client = useQueryClient();
  const router = useRouter();
  const operatorId = useOperator()?.id ?? null;
  const since = useFollowedFrom();
  const { notify } = usePreferences();
  const zone = useZone();
  const [ended, setEnded] = useState<readonly BatchSummary[]>([]);

  useEffect(() => {
    const show = (batch: BatchSummary) => {
      setEnded((before) => [...before.filter(({ id }) => id !== batch.id), batch]);
      if (!notify) return;
      tellBrowser(batch, zone, () => {
        void router.navigate({ to: '/batches/$dispatchId', params: { dispatchId: batch.id } });
      });
    };
    const newsOf = batchNews(client);
    return startLive(client, {
      since,
      onBatches(batches, asOf) {
        const { ended: over, lateFinds } = newsOf(batches, asOf);
        // Other operators' batches only if they were opened in this tab; late finds concern everybody.
        const looked = (id: string) => client.getQueryData(batchQuery(id).queryKey) !== undefined;
        for (const batch of over) {
          if (batch.operator.id === operatorId || looked(batch.id)) show(batch);
        }
        for (const batch of lateFinds) show(batch);
      },
    });
  }, [client, router, operatorId, since, notify, zone]);

  useEffect(() => watchOperator(client), [client]);

  const dismiss = useCallback((id: string) => {
    setEnded((before) => before.filter((batch) => batch.id !== id));
  }, []);
  return <Notices ended={ended} onDismiss={dismiss} place={place} />;
}

/** How long a late find is still news to a page that was opened after it, in ms. */
const LATE_FIND_NEWS_MS = 10 * 60_000;

/** Batches worth a notice, of those that changed. */
interface BatchNews {
  /** Were seen moving and can no longer change. */
  ended: readonly BatchSummary[];
  /** A check found Commands that an earlier one had missed. */
  lateFinds: readonly BatchSummary[];
}

/**
 * Tells news from changes; each is told once.
 * @returns a function from the batches that changed, with the time of the answer, to news
 */
export function batchNews(client: QueryClient) {
  const told = new Set<string>();
  const tellOnce = (key: string): boolean => !told.has(key) && told.add(key).has(key);
  const seenMoving = ({ id }: BatchSummary): boolean => {
    const running = client.getQueryData(runningQuery.queryKey)?.batches;
    const opened = client.getQueryData(batchQuery(id).queryKey);
    const known = running?.find((batch) => batch.id === id) ?? opened?.batch;
    return known !== undefined && isMoving(known);
  };
  return (batches: readonly BatchSummary[], asOf: string): BatchNews => {
    for (const batch of batches) if (isMoving(batch)) told.delete(`ended ${batch.id}`);
    return {
      ended: batches.filter(
        (batch) => !isMoving(batch) && seenMoving(batch) && tellOnce(`ended ${batch.id}`),
      ),
      lateFinds: batches.filter(({ id, lateFindAt }) => {
        if (lateFindAt === null || !tellOnce(`${id} ${lateFindAt}`)) return false;
        return Date.parse(asOf) - Date.parse(lateFindAt) < LATE_FIND_NEWS_MS;
      }),
    };
  };
}

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
        <BatchLink id={id} onClick={() => onDismiss(id)} sx={{ fontWeight: 600 }}>
          {title}
        </BatchLink>
        <Box sx={{ color: 'text.secondary' }}>{detail}</Box>
      </Box>
      <IconButton aria-label={`Dismiss: ${title}`} onClick={() => onDismiss(id)}>
        <CloseIcon sx={{ fontSize: 16 }} />
      </IconButton>
    </Box>
  );
}
