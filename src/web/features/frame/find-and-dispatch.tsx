import BoltIcon from '@mui/icons-material/Bolt';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useLocation, useParams } from '@tanstack/react-router';
import { usePermission } from '../../api/session.ts';
import { askToFind } from '../../components/find-event.ts';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { PhoneAction } from '../../components/phone-action.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useOpenDispatch } from '../dispatch/use-open-dispatch.ts';

/** On a phone. */
const ICON = { minWidth: 36, px: 0 } as const;

/** In the head of every page; on a phone icons, but for the Dispatch of a Collective, its page's main action. */
export function FindAndDispatch() {
  const narrow = useNarrow();
  const { reason } = usePermission('dispatch');
  const open = useOpenDispatch();
  const { collectiveId } = useParams({ strict: false });
  // A report has its own main action: making or sealing it.
  const isReport = useLocation().pathname.startsWith('/reports/');
  const isIcon = narrow && collectiveId === undefined;
  const dispatch = (
    <PermittedButton
      variant={isReport ? 'outlined' : 'contained'}
      denial={reason}
      aria-label="Dispatch"
      startIcon={!isIcon && <BoltIcon />}
      onClick={() => open({ dispatch: '1' })}
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
      {narrow && !isIcon ? <PhoneAction>{dispatch}</PhoneAction> : dispatch}
    </Box>
  );
}
