import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { OVERVIEW_ROUTES, type DismissedAttention } from '../../../contract/console/overview.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { attentionText } from './attention-text.tsx';

interface DismissedDialogProps {
  dismissed: readonly DismissedAttention[];
  canRestore: boolean;
  onClose: () => void;
}

/** Dismissed items, with operator and reason. */
export function DismissedDialog({ dismissed, canRestore, onClose }: DismissedDialogProps) {
  const restoring = useMutation(mutation(OVERVIEW_ROUTES.restoreAttention));
  return (
    <PlainDialog title="Dismissed" onClose={onClose}>
      {dismissed.length === 0 && <span>Everything is shown again.</span>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
        {dismissed.map(({ attention, reason, operatorName, at }) => {
          const { title, detail } = attentionText(attention);
          return (
            <Box
              key={attention.key}
              component="li"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) auto',
                columnGap: 1.5,
                alignItems: 'center',
              }}
            >
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Box sx={{ fontWeight: 500 }}>{title}</Box>
                <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{detail}</Box>
                <Box sx={{ fontSize: '0.8125rem' }}>
                  “{reason}” {operatorName}, <RelativeTimeText instant={at} />
                </Box>
              </Box>
              {canRestore && (
                <Button
                  color="inherit"
                  variant="outlined"
                  aria-label={`Restore: ${title}`}
                  disabled={restoring.isPending}
                  onClick={() => restoring.mutate({ body: { key: attention.key } })}
                >
                  Restore
                </Button>
              )}
            </Box>
          );
        })}
      </Box>
      {restoring.isError && <ErrorPanel what="It was not restored" error={restoring.error} />}
    </PlainDialog>
  );
}
