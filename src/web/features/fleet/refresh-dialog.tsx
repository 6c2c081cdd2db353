import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { use, useId, useState } from 'react';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { FLEET_ROUTES, type FleetChoice } from '../../../contract/console/fleet.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CheckList } from '../../components/check-list.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { SendObstacle } from '../../components/send-obstacle.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import { costLabel } from './fleet-labels.ts';
import { refreshCost } from './fleet-queries.ts';
import { offered, targetLabel, usual, type RefreshTarget } from './refresh-target.ts';
import { useTargetIds } from './use-target-ids.ts';

export interface RefreshDialogProps {
  target: RefreshTarget;
  /** The initial choice; absent: everything but the older sessions, of all Entities. */
  resources?: readonly ReadResource[];
  only?: FleetChoice['only'];
  onClose: () => void;
}

/** Reads Entities now, after showing the cost. */
export function RefreshDialog(props: RefreshDialogProps) {
  const { target, onClose } = props;
  const titleId = useId();
  const narrow = useNarrow();
  const obstacle = use(SendObstacle);
  const all = offered(target);
  const [resources, setResources] = useState<readonly ReadResource[]>(
    props.resources ?? usual(target),
  );
  const [only, setOnly] = useState<FleetChoice['only']>(props.only ?? 'all');
  const ids = useTargetIds(target);
  const choice: FleetChoice | null =
    ids.choice === null || resources.length === 0
      ? null
      : {
          ...ids.choice,
          resources: all.filter((each) => resources.includes(each)),
          only,
        };
  const cost = useQuery(refreshCost(choice));
  const known = choice === null || cost.isPlaceholderData ? undefined : cost.data;
  const refresh = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const error = ids.error ?? cost.error;
  const isReady = known !== undefined && known.requests > 0 && obstacle === null;

  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ fontSize: '1rem', pb: 1 }}>
        Refresh {targetLabel(target)}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
        {!refresh.isSuccess && (
          <>
            <CheckList
              legend="What is read"
              find="Find a resource"
              none=""
              options={all.map((value) => ({ value, label: RESOURCE_LABELS[value] }))}
              chosen={resources}
              onChange={(chosen) => setResources(all.filter((each) => chosen.includes(each)))}
            />
            <ChoiceChips
              label="Which of them"
              choices={[
                { value: 'all', label: 'All of them' },
                { value: 'stale', label: 'Stale or never read' },
                { value: 'failed', label: 'Failed or partly read' },
              ]}
              value={only}
              onChange={(value) => setOnly(value === 'failed' || value === 'stale' ? value : 'all')}
              required
            />
            {error !== null && (
              <ErrorPanel
                what="The cost could not be read"
                error={error}
                onRetry={() => void (ids.error === null ? cost.refetch() : ids.refetch())}
                retrying={cost.isFetching}
              />
            )}
            <Live label="Cost" sx={{ fontWeight: 500, minHeight: 24 }}>
              {error === null && costMessage(resources.length, ids.tooMany, known)}
            </Live>
            <Typography variant="body2" color="textSecondary">
              It is read before everything that is due by policy, within the same budget.
            </Typography>
          </>
        )}
        {refresh.isError && (
          <ErrorPanel what="The refresh was not requested" error={refresh.error} />
        )}
        <Live>
          {refresh.data !== undefined && (
            <Typography>
              Requested: {costLabel(refresh.data)}. Pages follow as it is read; what fails is on{' '}
              <AppLink to="/settings/fleet" onClick={onClose}>
                Fleet data
              </AppLink>
              .
            </Typography>
          )}
        </Live>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="caption" color="textSecondary" sx={{ flex: '1 1 160px' }}>
          {refresh.isSuccess ? null : obstacle}
        </Typography>
        <Button color="inherit" onClick={onClose}>
          {refresh.isSuccess ? 'Close' : 'Cancel'}
        </Button>
        {!refresh.isSuccess && (
          <Button
            variant="contained"
            disabled={!isReady || refresh.isPending}
            onClick={() => {
              if (choice !== null) refresh.mutate({ body: choice });
            }}
          >
            {refresh.isPending
              ? 'Requesting'
              : `Refresh ${known === undefined || known.entities === 0 ? 'now' : formatCount(known.entities, 'Entity', 'Entities')}`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function costMessage(
  resources: number,
  tooMany: boolean,
  cost: Parameters<typeof costLabel>[0] | undefined,
): string | null {
  if (resources === 0) return 'Choose at least one resource.';
  if (tooMany) return 'Too many Entities for one refresh: narrow the list, or refresh all of them.';
  if (cost === undefined) return 'Counting…';
  return cost.requests === 0 ? 'There is nothing to read.' : costLabel(cost);
}
