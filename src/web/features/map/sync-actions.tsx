import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlaceStatus } from '../../../contract/console/places.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { gatherMutation, type GatherAct } from '../../api/places.ts';
import { usePermission } from '../../api/session.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { unfinishedSync } from './sync-line.tsx';

interface SyncActionsProps {
  status: PlaceStatus;
  /** The Collective of the page, or null. */
  collectiveId: string | null;
}

/** Labels of what can be done now, and what each does; the first is the most useful. */
function actsOf(
  status: PlaceStatus,
  collectiveId: string | null,
): readonly (readonly [string, () => GatherAct])[] {
  const { total, read, failed } = status.entities;
  const missing = total - read - failed;
  const sync = unfinishedSync(status);
  const begin = (only: 'all' | 'missing' | 'failed') => () => ({
    begin: { id: crypto.randomUUID(), collectiveId, only },
  });
  if (sync?.state === 'running') return [['Stop sync', () => ({ stop: sync.id })]];
  const acts: (readonly [string, () => GatherAct])[] = [];
  if (sync !== null) acts.push(['Resume sync', () => ({ resume: sync.id })]);
  if (missing > 0) {
    acts.push([
      `Sync the places of ${formatCount(missing, 'Entity', 'Entities')}`,
      begin('missing'),
    ]);
  }
  if (failed > 0) acts.push([`Retry the ${formatNumber(failed)} failed`, begin('failed')]);
  if (total > 0 && read > 0) acts.push(['Sync all again', begin('all')]);
  return acts;
}

/** Starts, stops and resumes the sync of places. */
export function SyncActions({ status, collectiveId }: SyncActionsProps) {
  const queryClient = useQueryClient();
  const permission = usePermission('gather-places');
  const act = useMutation(gatherMutation(queryClient));
  if (permission.reason !== null) return null;
  const [first, ...others] = actsOf(status, collectiveId);
  const pressed = (what: () => GatherAct) => () => {
    if (!act.isPending) act.mutate(what());
  };
  return (
    <>
      {first !== undefined && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={act.isPending}
          onClick={pressed(first[1])}
        >
          {first[0]}
        </Button>
      )}
      {others.length > 0 && (
        <MoreMenu>
          {others.map(([label, what]) => (
            <Button key={label} color="inherit" data-closes="" onClick={pressed(what)}>
              {label}
            </Button>
          ))}
        </MoreMenu>
      )}
      {act.error !== null && (
        <Box sx={{ flexBasis: '100%' }}>
          <ErrorPanel what="That could not be done" error={act.error} />
        </Box>
      )}
    </>
  );
}
