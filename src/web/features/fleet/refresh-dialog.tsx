import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { FLEET_ROUTES, FleetChoice } from '../../../contract/console/fleet.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CheckList } from '../../components/check-list.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog } from '../../components/form.tsx';
import { Live } from '../../components/live.tsx';
import { costLabel } from './fleet-labels.ts';
import { refreshCost } from './fleet-queries.ts';
import { offered, targetLabel, usual, type RefreshTarget } from './refresh-target.ts';
import { useTargetIds } from './use-target-ids.ts';

const Chosen = FleetChoice.pick({ resources: true, only: true });

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
  const all = offered(target);
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(Chosen),
    defaultValues: {
      resources: [...(props.resources ?? usual(target))],
      only: props.only ?? 'all',
    },
  });
  const [chosen, only] = useWatch({ control, name: ['resources', 'only'] });
  const resources = all.filter((each) => chosen.includes(each));
  const ids = useTargetIds(target);
  const choice: FleetChoice | null =
    ids.choice === null || resources.length === 0 ? null : { ...ids.choice, resources, only };
  const cost = useQuery(refreshCost(choice));
  const known = choice === null || cost.isPlaceholderData ? undefined : cost.data;
  const refresh = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const error = ids.error ?? cost.error;
  const count = known?.entities ?? 0;
  return (
    <FormDialog
      title={`Refresh ${targetLabel(target)}`}
      maxWidth="sm"
      description="It is read before everything that is due by policy, within the same budget."
      act={`Refresh ${count === 0 ? 'now' : formatCount(count, 'Entity', 'Entities')}`}
      working="Requesting"
      sending={refresh}
      failed="The refresh was not requested"
      ready={known !== undefined && known.requests > 0}
      done={
        refresh.data === undefined ? null : (
          <>
            Requested: {costLabel(refresh.data)}. Pages follow as it is read; what fails is on{' '}
            <AppLink to="/settings/fleet" onClick={onClose}>
              Fleet data
            </AppLink>
            .
          </>
        )
      }
      onSubmit={handleSubmit(() => {
        if (choice !== null) refresh.mutate({ body: choice });
      })}
      onClose={onClose}
    >
      <Controller
        control={control}
        name="resources"
        render={({ field }) => (
          <CheckList
            legend="What is read"
            find="Find a resource"
            none=""
            options={all.map((value) => ({ value, label: RESOURCE_LABELS[value] }))}
            chosen={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="only"
        render={({ field }) => (
          <ChoiceChips
            label="Which of them"
            choices={[
              { value: 'all', label: 'All of them' },
              { value: 'stale', label: 'Stale or never read' },
              { value: 'failed', label: 'Failed or partly read' },
            ]}
            value={field.value}
            onChange={field.onChange}
            required
          />
        )}
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
    </FormDialog>
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
