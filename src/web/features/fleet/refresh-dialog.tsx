import { zodResolver } from '@hookform/resolvers/zod';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import { FLEET_ROUTES, FleetChoice } from '../../../contract/console/fleet.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount } from '../../../domain/format.ts';
import { mutation, query } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CheckList } from '../../components/check-list.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { FormDialog } from '../../components/form.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { offered, targetLabel, type RefreshTarget } from './refresh-target.ts';

const Chosen = FleetChoice.pick({ resources: true, only: true });

const ONLY = [
  { value: 'all', label: 'All of them' },
  { value: 'stale', label: 'Stale or never read' },
  { value: 'failed', label: 'Failed or partly read' },
] as const satisfies readonly { value: FleetChoice['only']; label: string }[];

/** Entities that are chosen by a filter are named to the server, so they are read first. */
function useNamed(target: RefreshTarget) {
  const listed = useQuery(
    query(
      JOB_ROUTES.bulkTargets,
      target.kind === 'filter' ? { body: { filter: target.filter } } : null,
    ),
  );
  const { data } = listed;
  const ids = target.kind === 'entities' ? target.ids : data?.entities.map(({ id }) => id);
  return { listed, ids, tooMany: data !== undefined && data.total > data.entities.length };
}

/** Reads Entities and Collectives now; at first without older sessions, which need a request per page. */
export function RefreshDialog({ target, onClose }: { target: RefreshTarget; onClose: () => void }) {
  const all = offered(target);
  const { control, handleSubmit, setValue } = useForm({
    resolver: zodResolver(Chosen),
    defaultValues: { resources: all.filter((each) => each !== 'history'), only: 'all' },
  });
  const [resources, only] = useWatch({ control, name: ['resources', 'only'] });
  const { listed, ids, tooMany } = useNamed(target);
  const refresh = useMutation(mutation(FLEET_ROUTES.refreshFleet));
  const isNamed = target.kind === 'entities' || target.kind === 'filter';
  const hasTarget = !isNamed || (ids !== undefined && ids.length > 0 && !tooMany);
  return (
    <FormDialog
      title={`Refresh ${targetLabel(target)}`}
      maxWidth="sm"
      description="It is read before everything that is due by policy, within the same budget."
      act="Refresh now"
      working="Requesting"
      sending={refresh}
      failed="The refresh was not requested"
      ready={hasTarget && resources.length > 0}
      done={
        refresh.data === undefined ? null : (
          <>
            {requestedLabel(refresh.data)} Pages follow as it is read; what fails is on{' '}
            <AppLink to="/settings/fleet" onClick={onClose}>
              Fleet data
            </AppLink>
            .
          </>
        )
      }
      onSubmit={handleSubmit((chosen) => {
        const entityIds = isNamed ? [...(ids ?? [])] : null;
        const collectiveId = target.kind === 'collective' ? target.id : null;
        refresh.mutate({ body: { ...chosen, entityIds, collectiveId } });
      })}
      onClose={onClose}
    >
      <CheckList
        legend="What is read"
        find="Find a resource"
        none=""
        options={all.map((value) => ({ value, label: RESOURCE_LABELS[value] }))}
        chosen={resources}
        onChange={(chosen) =>
          setValue(
            'resources',
            all.filter((each) => chosen.includes(each)),
          )
        }
      />
      <ChoiceChips
        label="Which of them"
        choices={ONLY}
        value={only}
        onChange={(value) =>
          setValue('only', ONLY.find((each) => each.value === value)?.value ?? 'all')
        }
        required
      />
      {listed.error !== null && <ReadBlock read={listed} what="the Entities of the list" />}
      {resources.length === 0 && (
        <Typography variant="body2">Choose at least one resource.</Typography>
      )}
      {tooMany && (
        <Typography variant="body2">
          Too many Entities for one refresh: narrow the list, or refresh all of them.
        </Typography>
      )}
    </FormDialog>
  );
}

function requestedLabel({ entities, requests }: { entities: number; requests: number }): string {
  if (requests === 0) return 'There was nothing to read.';
  if (entities === 0) return `Requested: ${formatCount(requests, 'read', 'reads')}.`;
  return `Requested: ${formatCount(entities, 'Entity', 'Entities')}.`;
}
