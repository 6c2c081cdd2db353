import BoltIcon from '@mui/icons-material/Bolt';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { shortId } from '../../../domain/format.ts';
import { isNotFound } from '../../api/client.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PhoneAction } from '../../components/phone-action.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { CollectiveFacts, CollectiveNote, CollectiveProperties } from './collective-facts.tsx';
import {
  COLLECTIVE_TABS,
  tabOf,
  type CollectiveSearch,
  type CollectiveTab,
} from './collectives-search.ts';

/** The content of the tabs, from other features. */
export type CollectiveParts = Readonly<Record<CollectiveTab, ReactNode>>;

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
  /** Shown above all tabs: running batches, and what answers reveal about its membership. */
  moving: ReactNode;
  /** Shown beside the Dispatch button. */
  refresh?: ReactNode;
  membership: ReactNode;
  parts: CollectiveParts;
}

/** A Collective's page in each of its states. */
export function CollectiveView(props: CollectiveViewProps) {
  const { collectiveId, data, error, fetching, onRefresh, search, onSearch } = props;
  const tab = tabOf(search);
  const collective = data?.collective;
  const unknown = data === undefined && isNotFound(error);
  return (
    <>
      <PageHeader
        title={collective?.name ?? `Collective ${shortId(collectiveId)}`}
        above={<AppLink to="/collectives">Collectives</AppLink>}
        actions={
          data === undefined ? (
            error === null && <Skeleton variant="rounded" width={130} height={32} />
          ) : (
            <>
              {props.refresh}
              <DispatchAction
                denial={dispatchDenialOf(props, data)}
                onOpen={() => onSearch({ dispatch: '1' })}
              />
            </>
          )
        }
      >
        {collective === undefined ? (
          <>
            <CopyId id={collectiveId} what="the id of the Collective" />
            {error === null && <FactsSkeleton />}
          </>
        ) : (
          <CollectiveFacts collective={collective} />
        )}
      </PageHeader>
      <CollectiveNote note={collective?.note ?? null} />
      <CollectiveProperties properties={data?.properties ?? null} />
      {unknown && (
        <EmptyState title="This console knows no Collective with this id.">
          <TextLink to="/collectives">All Collectives</TextLink>
        </EmptyState>
      )}
      {data === undefined && error !== null && !unknown && (
        <ErrorPanel
          what="This Collective could not be read"
          error={error}
          onRetry={onRefresh}
          retrying={fetching}
        />
      )}
      {(data !== undefined || error === null) && (
        <>
          {props.moving}
          {data !== undefined && props.membership}
          <TabBar
            label="Parts of the Collective"
            tabs={COLLECTIVE_TABS.map((name) => ({ name, label: LABELS[name] }))}
            current={tab}
            onChange={(next) =>
              onSearch({ tab: next === tabOf({ ...search, tab: undefined }) ? undefined : next })
            }
          >
            {props.parts[tab]}
          </TabBar>
        </>
      )}
    </>
  );
}

/** Placeholder for the facts below the name, so that nothing moves when they appear. */
function FactsSkeleton() {
  return (
    <>
      <Skeleton width={170} />
      <Skeleton width={130} />
      <Skeleton width={260} />
    </>
  );
}

const LABELS: Readonly<Record<CollectiveTab, string>> = {
  overview: 'Overview',
  entities: 'Entities',
  members: 'Members',
  batches: 'Batches',
  schedule: 'Schedule',
  sessions: 'Sessions',
  map: 'Map',
};

function dispatchDenialOf(
  { dispatchDenial }: CollectiveViewProps,
  { entities }: DirectoryCollectiveDetail,
): string | null {
  if (dispatchDenial !== null) return dispatchDenial;
  return entities.length === 0
    ? 'No Entities of this Collective are known, so it is not known which a Command would reach.'
    : null;
}

function DispatchAction({ denial, onOpen }: { denial: string | null; onOpen: () => void }) {
  const id = useId();
  return (
    <PhoneAction>
      {denial !== null && (
        <Typography
          id={id}
          variant="body2"
          color="textSecondary"
          sx={{ maxWidth: { xs: 'none', sm: '36ch' } }}
        >
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
    </PhoneAction>
  );
}
