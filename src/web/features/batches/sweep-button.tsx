import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { SweepDialog, type SweepScope } from './sweep-dialog.tsx';

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
