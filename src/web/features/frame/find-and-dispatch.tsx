import BoltIcon from '@mui/icons-material/Bolt';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { askToFind } from '../../components/find-event.ts';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { PhoneAction } from '../../components/phone-action.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { DispatchTo } from '../dispatch/dispatch-to.tsx';
import { useOpenDispatch } from '../dispatch/use-open-dispatch.ts';

/** On a phone. */
const ICON = { minWidth: 36, px: 0 } as const;

/** In the head of every page; on a phone icons, but for the Dispatch of a Collective, its page's main action. */
export function FindAndDispatch() {
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
      {narrow && !isIcon && <PhoneAction>{dispatch}</PhoneAction>}
      {isIcon && dispatch}
      {!narrow &&
        (isChoice ? <DispatchTo collectives={collectives} variant="contained" /> : dispatch)}
    </Box>
  );
}
