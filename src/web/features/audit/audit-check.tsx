import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_ROUTES, type AuditCheck } from '../../../contract/console/audit.ts';
import { chainMessage } from '../../../domain/audit-messages.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { ChainBreaks } from './chain-breaks.tsx';
import { Reanchor } from './reanchor-dialog.tsx';

/** Has the chain checked, and shows the result. */
export function ChainCheck() {
  const [found, setFound] = useState<AuditCheck | undefined>(undefined);
  const check = useMutation(mutation(AUDIT_ROUTES.checkAudit));
  const zone = useZone();
  const start = () => check.mutate({}, { onSuccess: setFound });
  const Icon = found?.holds === true ? CheckIcon : ErrorOutlineIcon;
  return (
    <Box sx={{ display: 'grid', gap: 1, mb: 2, justifyItems: 'start' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={check.isPending}
          onClick={() => {
            if (!check.isPending) start();
          }}
        >
          {check.isPending ? 'Checking the chain' : 'Check the chain'}
        </Button>
        <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          Each row holds the hash of the row before it, which reveals changed or removed rows.
          Anchors outside the store reveal a cut tail.
        </Box>
      </Box>
      <Live>
        {found !== undefined && (
          <Box sx={{ display: 'flex', gap: 0.75, fontSize: '0.8125rem' }}>
            <Icon
              sx={{
                fontSize: 18,
                color: found.holds
                  ? 'var(--mui-palette-status-green)'
                  : 'var(--mui-palette-status-red)',
              }}
            />
            <span>
              <strong>{found.holds ? 'The chain holds.' : 'The chain is broken.'}</strong>{' '}
              {chainMessage(found, zone)} Checked <ExactTimeText instant={found.checkedAt} />.
            </span>
          </Box>
        )}
      </Live>
      {found !== undefined && <ChainBreaks found={found} />}
      {found?.holds === false && <Reanchor found={found} onDone={setFound} />}
      {check.isError && (
        <ErrorPanel
          what="The chain could not be checked"
          error={check.error}
          onRetry={start}
          retrying={check.isPending}
        />
      )}
    </Box>
  );
}
