import BoltIcon from '@mui/icons-material/Bolt';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { formatCount, shortId } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import type { CollectiveSearch, CollectiveTab } from './collectives-search.ts';
import { EntitiesTable } from './entities-table.tsx';

interface CollectiveViewProps {
  collectiveId: string;
  data: DirectoryCollectiveDetail | undefined;
  error: unknown;
  fetching: boolean;
  onRefresh: () => void;
  search: CollectiveSearch;
  onSearch: (change: Partial<CollectiveSearch>) => void;
  /** Why this operator may not dispatch, or null. */
  dispatchDenial: string | null;
  recentBatches: ReactNode;
  members: ReactNode;
  /** What is planned next for this Collective. */
  upcoming: ReactNode;
}

/** A Collective's page in each of its states. */
export function CollectiveView(props: CollectiveViewProps) {
  const { collectiveId, data, error, fetching, onRefresh, search, onSearch } = props;
  const tab = search.tab ?? 'entities';
  const collective = data?.collective;
  return (
    <>
      <PageHeader
        title={collective?.name ?? `Collective ${shortId(collectiveId)}`}
        above={<AppLink to="/collectives">Collectives</AppLink>}
        actions={
          data !== undefined && (
            <DispatchAction
              denial={dispatchDenialOf(props, data)}
              onOpen={() => onSearch({ dispatch: '1' })}
            />
          )
        }
      >
        <span>{collective?.type ?? (data === undefined ? '' : 'Type not known')}</span>
        {collective !== undefined && (
          <span>{formatCount(collective.entityCount, 'entity', 'entities')}</span>
        )}
        <CopyId id={collectiveId} what="the id of the Collective" />
      </PageHeader>
      {data === undefined && error !== null && (
        <ErrorPanel
          what="This Collective could not be read"
          error={error}
          onRetry={onRefresh}
          retrying={fetching}
        />
      )}
      {(data !== undefined || error === null) && (
        <TabBar
          label="Parts of the Collective"
          tabs={TABS}
          current={tab}
          onChange={(next) => onSearch({ tab: next === 'entities' ? undefined : next })}
        >
          <TabContent {...props} tab={tab} />
        </TabBar>
      )}
    </>
  );
}

const TABS = [
  { name: 'entities', label: 'Entities' },
  { name: 'members', label: 'Members' },
  { name: 'batches', label: 'Batches' },
  { name: 'schedule', label: 'Schedule' },
] as const satisfies readonly { name: CollectiveTab; label: string }[];

function TabContent(props: CollectiveViewProps & { tab: CollectiveTab }) {
  switch (props.tab) {
    case 'entities':
      return <EntitiesPart {...props} />;
    case 'members':
      return props.members;
    case 'batches':
      return <Section title="Recent batches">{props.recentBatches}</Section>;
    case 'schedule':
      return <Section title="Schedule">{props.upcoming}</Section>;
  }
}

function EntitiesPart(props: CollectiveViewProps) {
  const { collectiveId, data, error, fetching, onRefresh, search, onSearch } = props;
  return (
    <Section
      title="Entities"
      aside={
        data !== undefined && (
          <AsOf
            asOf={data.asOf}
            error={error}
            refreshing={fetching}
            onRefresh={onRefresh}
            what="the Entities"
          />
        )
      }
    >
      {data === undefined ? (
        <RowsSkeleton what="the Entities" />
      ) : (
        <EntitiesTable
          collectiveId={collectiveId}
          entities={data.entities}
          query={search.q ?? ''}
          type={search.type ?? null}
          onSearch={onSearch}
        />
      )}
    </Section>
  );
}

function dispatchDenialOf(
  { dispatchDenial }: CollectiveViewProps,
  { entities }: DirectoryCollectiveDetail,
): string | null {
  if (dispatchDenial !== null) return dispatchDenial;
  return entities.length === 0
    ? 'No Entities of this Collective are known, so it cannot be said what a Command would reach.'
    : null;
}

function DispatchAction({ denial, onOpen }: { denial: string | null; onOpen: () => void }) {
  const id = useId();
  return (
    <>
      {denial !== null && (
        <Typography id={id} variant="body2" color="textSecondary" sx={{ maxWidth: '36ch' }}>
          {denial}
        </Typography>
      )}
      <Button
        variant="contained"
        startIcon={<BoltIcon />}
        disabled={denial !== null}
        aria-describedby={denial === null ? undefined : id}
        onClick={onOpen}
      >
        Dispatch
      </Button>
    </>
  );
}
