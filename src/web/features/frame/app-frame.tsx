import Box from '@mui/material/Box';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useSendObstacle } from '../../api/use-send-obstacle.ts';
import { HeadActions } from '../../components/head-actions.ts';
import { WithHeadSlot } from '../../components/head-slot.tsx';
import { PHONE_ACTION_HEIGHT } from '../../components/phone-action.tsx';
import { later } from '../../components/later.tsx';
import { SendObstacle } from '../../components/send-obstacle.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import type { DispatchSearch } from '../dispatch/dispatch-search.ts';
import { PaletteKeys } from '../palette/palette-keys.tsx';
import { Banners } from './banners.tsx';
import { FindAndDispatch } from './find-and-dispatch.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { ConfirmIdentity } from '../session/confirm-identity.tsx';
import { FOUND_PAGES } from './nav-entries.ts';
import { Rail } from './rail.tsx';

const DispatchDoor = later(
  async () => (await import('../dispatch/dispatch-door.tsx')).DispatchDoor,
);
const BottomBar = later(async () => (await import('./bottom-bar.tsx')).BottomBar);

const skipLink = {
  position: 'fixed',
  left: 8,
  top: -60,
  zIndex: 1400,
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  color: 'text.primary',
  border: 1,
  borderColor: 'primary.main',
  borderRadius: 1,
  '&:focus': { top: 8 },
} as const;

/** Height in px of a notice with two lines of each text (`notices.tsx`). */
const NOTICE_HEIGHT = 104;

/** Space below the page on a phone, for the bar and anything above it. */
const phoneEnd = {
  pb: 'calc(72px + var(--action, 0px) + var(--notice, 0px) + env(safe-area-inset-bottom))',
  '&:has([data-phone-action])': { '--action': `${PHONE_ACTION_HEIGHT}px` },
  'body:has([data-notice]) &': { '--notice': `${NOTICE_HEIGHT}px` },
} as const;

/** The same beside a rail: what ended stands in a wide one, and at the end of the page beside a narrow one. */
const wideEnd = (isInRail: boolean) =>
  ({
    pb: 2.5,
    'body:has([data-notice]) &': { pb: isInRail ? 2.5 : `${3 * NOTICE_HEIGHT}px` },
  }) as const;

/** The frame around every page of a signed-in operator. */
export function AppFrame({ dispatch }: { dispatch: DispatchSearch }) {
  const narrow = useNarrow();
  const obstacle = useSendObstacle();
  const [notices, setNotices] = useState<HTMLElement | null>(null);
  return (
    <>
      <Box component="a" href="#main" sx={skipLink}>
        Skip to the page
      </Box>
      <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
        {!narrow && <Rail onNotices={setNotices} />}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <Banners />
          <Box
            component="main"
            id="main"
            tabIndex={-1}
            sx={{
              flex: 1,
              width: '100%',
              // Lines of text do not grow on a wider screen; lists and maps use all of it.
              maxWidth: 1680,
              mx: 'auto',
              '&:has([data-full-width])': { maxWidth: 'none' },
              px: { xs: 2, md: 3 },
              pt: { xs: 2, md: 2.5 },
              ...(narrow ? phoneEnd : wideEnd(notices !== null)),
              '&:focus-visible': { outline: 'none' },
            }}
          >
            <SendObstacle value={obstacle}>
              <HeadActions value={<FindAndDispatch />}>
                <WithHeadSlot>
                  <Outlet />
                </WithHeadSlot>
              </HeadActions>
            </SendObstacle>
          </Box>
        </Box>
      </Box>
      {narrow && <BottomBar />}
      <LiveUpdates place={notices} />
      <ConfirmIdentity />
      {dispatch.dispatch !== undefined && <DispatchDoor {...dispatch} />}
      <PaletteKeys pages={FOUND_PAGES} />
    </>
  );
}
