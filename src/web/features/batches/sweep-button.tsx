import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { usePermission } from '../../api/session.ts';
import { ExactTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { CancelDialog } from '../jobs/cancel-dialog.tsx';

/** What to cancel: a whole batch, or one planned item. */
interface SweepScope {
  /** How many can still be canceled, as last read. */
  count: number;
  /** Their soonest trigger time. */
  soonestMs: number | null;
  item: BatchSummary['items'][number] | null;
}

interface SweepButtonProps {
  batch: BatchSummary;
  scope: SweepScope;
}

/** Opens the cancel dialog for open Commands; hidden if none can be canceled. */
export function SweepButton({ batch, scope }: SweepButtonProps) {
  // The dialog keeps its numbers, even if they change on the page.
  const [asked, setAsked] = useState<SweepScope | null>(null);
  const permission = usePermission('cancel-command');
  const { item, count } = scope;
  if (count === 0 && asked === null) return null;
  return (
    <>
      {count > 0 && (
        <Tooltip title={permission.reason ?? ''} describeChild>
          <Button
            variant={item === null ? 'outlined' : 'text'}
            color="inherit"
            size="small"
            aria-haspopup="dialog"
            aria-disabled={!permission.allowed}
            aria-label={
              item === null
                ? undefined
                : `Cancel ${formatNumber(count)}: ${commandLabelWithValue(item)}`
            }
            onClick={() => {
              if (permission.allowed) setAsked(scope);
            }}
          >
            {item === null ? 'Cancel open Commands' : `Cancel ${formatNumber(count)}`}
          </Button>
        </Tooltip>
      )}
      {item === null && permission.reason !== null && (
        <Typography variant="caption" color="textSecondary">
          {permission.reason}
        </Typography>
      )}
      {asked !== null && <SweepDialog batch={batch} scope={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

/** Asks before Commands are canceled: how many, and when the first triggers. */
function SweepDialog({ batch, scope, onClose }: SweepButtonProps & { onClose: () => void }) {
  const { item, count } = scope;
  const soonest = scope.soonestMs === null ? null : isoInstant(scope.soonestMs);
  const { type = null, triggerTime = null } = item ?? {};
  // For an item without a type or an instant, the request would cancel the whole batch.
  const named = type === null || triggerTime === null ? undefined : { type, triggerTime };
  return (
    <CancelDialog
      dispatchId={batch.id}
      only={item === null ? null : named}
      count={count}
      onStarted={onClose}
      onClose={onClose}
    >
      <Typography variant="body2">
        {item === null ? 'Of this batch, ' : `${commandLabelWithValue(item)}: `}
        {formatCount(count, 'Command is', 'Commands are')} still Pending as last seen.{' '}
        {soonest !== null && (
          <>
            The soonest triggers <ExactTimeText instant={soonest} /> (
            <RelativeTimeText instant={soonest} />
            ).
          </>
        )}
      </Typography>
    </CancelDialog>
  );
}
