import BoltIcon from '@mui/icons-material/Bolt';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { createLink, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { onPasswordWanted, type PasswordQuestion } from '../../api/confirm-identity.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { useSendObstacle, useServiceObstacle } from '../../api/store-state.ts';
import { askToFind } from '../../components/find-event.ts';
import { HeadActions } from '../../components/page-header.tsx';
import { WithHeadSlot } from '../../components/head-slot.tsx';
import { later } from '../../components/later.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { PHONE_ACTION_HEIGHT, PhoneAction } from '../../components/phone-action.tsx';
import { SendObstacle } from '../../components/send-obstacle.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { type DispatchSearch, useOpenDispatch } from '../dispatch/dispatch-search.ts';
import { DispatchTo } from '../dispatch/dispatch-to.tsx';
import { PaletteKeys } from '../palette/palette-keys.tsx';
import { Banners } from './banners.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { FOUND_PAGES } from './nav-entries.ts';
import { Rail } from './rail.tsx';

const DispatchDoor = later(
  async () => (await import('../dispatch/dispatch-dialog.tsx')).DispatchDoor,
);
const AskIdentity = later(async () => (await import('../session/ask-identity.tsx')).AskIdentity);
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
  const obstacles = { own: useSendObstacle(), service: useServiceObstacle() };
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
            <SendObstacle value={obstacles}>
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

/** On a phone. */
const ICON = { minWidth: 36, px: 0 } as const;

/** In the head of every page; on a phone icons, but for the Dispatch of a Collective, its page's main action. */
function FindAndDispatch() {
  const narrow = useNarrow();
  const { reason } = usePermission('dispatch');
  const open = useOpenDispatch();
  const { collectiveId, entityId } = useParams({ strict: false });
  const entity = useQuery(
    query(DIRECTORY_ROUTES.entity, entityId === undefined ? null : { params: { id: entityId } }),
  );
  // A Command goes to the Collective of the Entity that is shown; it may be in several.
  const collectives = entity.data?.entity.collectives ?? [];
  const only = collectives.length === 1 ? collectives[0]?.id : undefined;
  const isChoice = collectives.length > 1 && reason === null;
  // A report has its own main action: making or sealing it.
  const isReport = useLocation().pathname.startsWith('/reports/');
  const isIcon = narrow && collectiveId === undefined;
  const dispatch = (
    <PermittedButton
      variant={isReport ? 'outlined' : 'contained'}
      denial={reason}
      aria-label="Dispatch"
      startIcon={!isIcon && <BoltIcon />}
      onClick={() => open({ dispatch: only ?? '1' })}
      sx={isIcon ? ICON : undefined}
    >
      {isIcon ? <BoltIcon /> : 'Dispatch'}
    </PermittedButton>
  );
  return (
    <Box sx={{ display: 'flex', gap: 1, displayPrint: 'none' }}>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={narrow ? 'Find anything' : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={askToFind}
        sx={narrow ? ICON : undefined}
      >
        {narrow ? <SearchIcon /> : 'Find anything '}
        {!narrow && (
          <Box component="kbd" sx={{ ml: 1, font: 'inherit', color: 'text.secondary' }}>
            Ctrl K
          </Box>
        )}
      </Button>
      {!narrow && <HelpLink />}
      {narrow && !isIcon && <PhoneAction>{dispatch}</PhoneAction>}
      {isIcon && dispatch}
      {!narrow &&
        (isChoice ? <DispatchTo collectives={collectives} variant="contained" /> : dispatch)}
    </Box>
  );
}

const IconLink = createLink(IconButton);

/** Opens the guide where the current page is explained; on a phone the menu has it. */
function HelpLink() {
  const { pathname } = useLocation();
  return (
    <Tooltip title="Help with this page">
      <IconLink to="/help" search={{ from: pathname }} aria-label="Help with this page">
        <HelpOutlineIcon sx={{ fontSize: 20 }} />
      </IconLink>
    </Tooltip>
  );
}

/** Asks for the password, or for a new sign-in at the identity provider, whenever the server wants it before an act. */
function ConfirmIdentity() {
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  useEffect(() => onPasswordWanted(setQuestion), []);
  if (question === null) return null;
  const answer = (how: 'confirmed' | 'givenUp') => () => {
    setQuestion(null);
    question[how]();
  };
  return <AskIdentity onConfirmed={answer('confirmed')} onClose={answer('givenUp')} />;
}
