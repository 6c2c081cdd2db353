import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DIRECTORY_FIELDS } from '../../../contract/console/choices.ts';
import {
  CONFLICT_ROUTES,
  type DirectoryConflict,
} from '../../../contract/console/directory-conflicts.ts';
import { fieldLabel, fieldValueLabel, sourceLabel } from '../../../domain/directory-labels.ts';
import { formatCount, formatNumber, shortId } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';

/** Values of ours that a newer source contradicts, with a decision for each. */
export function ConflictsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(query(CONFLICT_ROUTES.directoryConflicts));
  const permission = usePermission('manage-directory');
  const decide = useMutation(mutation(CONFLICT_ROUTES.resolveConflict));
  const conflicts = data?.conflicts ?? [];
  return (
    <PlainDialog title="Resolve conflicts" onClose={onClose}>
      <Typography variant="body2" color="textSecondary">
        A later source contradicts what an operator entered. Nothing was overwritten.{' '}
        {permission.reason}
      </Typography>
      {data === undefined && error === null && <RowsSkeleton rows={3} what="the conflicts" />}
      {error !== null && (
        <ErrorPanel
          what="The conflicts could not be read"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {decide.isError && <ErrorPanel what="The conflict was not resolved" error={decide.error} />}
      <Live>
        {data !== undefined &&
          data.total > 0 &&
          `${formatCount(data.total, 'open conflict', 'open conflicts')}${data.total > conflicts.length ? `, the latest ${formatNumber(conflicts.length)} are shown` : ''}.`}
      </Live>
      {data !== undefined && data.total === 0 && (
        <EmptyState title="No conflicts to resolve.">
          Values entered here that a newer source contradicts appear here.
        </EmptyState>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {conflicts.map((conflict) => (
          <ConflictRow
            key={`${conflict.kind} ${conflict.id} ${conflict.field}`}
            conflict={conflict}
            disabled={!permission.allowed || decide.isPending}
            onDecide={(keep) =>
              decide.mutate({
                body: {
                  kind: conflict.kind,
                  id: conflict.id,
                  field: fieldOf(conflict.field),
                  theirs: conflict.theirs,
                  keep,
                },
              })
            }
          />
        ))}
      </Box>
    </PlainDialog>
  );
}

function fieldOf(field: string) {
  return DIRECTORY_FIELDS.find((each) => each === field) ?? 'name';
}

interface ConflictRowProps {
  conflict: DirectoryConflict;
  disabled: boolean;
  onDecide: (keep: 'ours' | 'theirs') => void;
}

function ConflictRow({ conflict, disabled, onDecide }: ConflictRowProps) {
  const name = conflict.name ?? shortId(conflict.id);
  const [ours, theirs] = [
    fieldValueLabel(conflict.field, conflict.ours),
    fieldValueLabel(conflict.field, conflict.theirs),
  ];
  return (
    <Box
      component="li"
      sx={{ py: 1.25, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}
    >
      <Typography variant="h3">
        {name}: {fieldLabel(conflict.field)}
      </Typography>
      <Typography variant="body2">
        Ours <strong>{ours}</strong>; {sourceLabel(conflict.source)} says <strong>{theirs}</strong>,{' '}
        <RelativeTimeText instant={conflict.seenAt} />
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          variant="outlined"
          color="inherit"
          disabled={disabled}
          aria-label={`Keep ours: ${ours} as the ${conflict.field} of ${name}`}
          onClick={() => onDecide('ours')}
        >
          Keep ours
        </Button>
        <Button
          variant="outlined"
          color="inherit"
          disabled={disabled}
          aria-label={`Take theirs: ${theirs} as the ${conflict.field} of ${name}`}
          onClick={() => onDecide('theirs')}
        >
          Take theirs
        </Button>
      </Box>
    </Box>
  );
}
