import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { DirectoryCollectiveDetail } from '../../../contract/console/directory.ts';
import { formatCount, shortId, typeLabel } from '../../../domain/format.ts';
import { mayCharge } from '../../../domain/entity-abilities.ts';
import { isNotFound } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { HeadPlace } from '../../components/head-slot.tsx';
import { HealthMark } from '../../components/health-mark.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { TagList } from '../../components/tag-list.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { CollectiveBatches, MovingBatches } from '../batches/batches-page.tsx';
import { SessionsPart } from '../collective-sessions/sessions-part.tsx';
import { CollectiveEntities } from '../directory/collective-entities.tsx';
import { ToDecide } from '../directory/to-decide.tsx';
import { CollectivePlaces } from '../map/map-page.tsx';
import { MapSearch } from '../map/map-search.ts';
import { MembersSection } from '../members/members-section.tsx';
import { Upcoming } from '../schedule/upcoming.tsx';
import { CollectiveOverview } from './collective-overview.tsx';
import {
  COLLECTIVE_TABS,
  tabOf,
  type CollectiveSearch,
  type CollectiveTab,
} from './collectives-search.ts';

const LABELS: Readonly<Record<CollectiveTab, string>> = {
  overview: 'Overview',
  entities: 'Entities',
  members: 'Members',
  batches: 'Batches',
  schedule: 'Schedule',
  sessions: 'Sessions',
  map: 'Map',
};

interface TabProps {
  collectiveId: string;
  search: CollectiveSearch;
  onSearch: (change: Partial<CollectiveSearch>) => void;
}

/** A Collective: its facts, and its parts in tabs. */
export function CollectivePage(tabs: TabProps) {
  const { collectiveId, search, onSearch } = tabs;
  const read = useQuery(query(DIRECTORY_ROUTES.collective, { params: { id: collectiveId } }));
  const { data, error } = read;
  const isUnknown = data === undefined && isNotFound(error);
  const types = [...new Set(data?.entities.map(({ type }) => type))];
  // A Collective of solar plants has no charge sessions.
  const shown = COLLECTIVE_TABS.filter(
    (name) =>
      name !== 'sessions' || types.length === 0 || types.some(mayCharge) || search.tab === name,
  );
  return (
    <>
      <PageHeader
        title={data?.collective.name ?? `Collective ${shortId(collectiveId)}`}
        above={<AppLink to="/collectives">Collectives</AppLink>}
        fresh={<HeadPlace />}
      >
        <Facts id={collectiveId} collective={data?.collective} isReading={error === null} />
      </PageHeader>
      {data !== undefined && tabOf(search) === 'overview' && <Details {...data} />}
      {isUnknown && (
        <EmptyState title="This console knows no Collective with this id.">
          <TextLink to="/collectives">All Collectives</TextLink>
        </EmptyState>
      )}
      {data === undefined && error !== null && !isUnknown && (
        <ReadBlock read={read} what="this Collective" />
      )}
      {(data !== undefined || error === null) && (
        <>
          <MovingBatches collectiveId={collectiveId} />
          {data !== undefined && <ToDecide collectiveId={collectiveId} />}
          <TabBar
            label="Parts of the Collective"
            tabs={shown.map((name) => ({ name, label: LABELS[name] }))}
            current={tabOf(search)}
            onChange={(next) =>
              onSearch({ tab: next === tabOf({ ...search, tab: undefined }) ? undefined : next })
            }
          >
            <TabContent {...tabs} types={types} />
          </TabBar>
        </>
      )}
    </>
  );
}

function TabContent(props: TabProps & { types: readonly (string | null)[] }) {
  const { collectiveId, search } = props;
  switch (tabOf(search)) {
    case 'overview':
      return <CollectiveOverview {...props} />;
    case 'entities':
      return <CollectiveEntities {...props} />;
    case 'members':
      return <MembersSection collectiveId={collectiveId} />;
    case 'batches':
      return <CollectiveBatches collectiveId={collectiveId} />;
    case 'schedule':
      return <Upcoming collectiveId={collectiveId} />;
    case 'sessions':
      return <SessionsPart {...props} />;
    case 'map':
      return <CollectiveMap {...props} />;
  }
}

/** The map of the fleet, for this Collective only. The filters of the Entities tab do not apply to it. */
function CollectiveMap({ collectiveId, search, onSearch }: TabProps) {
  const { place, kind, colour, at, odd } = search;
  const mapSearch = useMemo(
    () => MapSearch.parse({ q: place, type: kind, colour, at, odd }),
    [place, kind, colour, at, odd],
  );
  const onMapSearch = useCallback(
    (change: Partial<MapSearch>) => {
      const { q, type, ...rest } = change;
      onSearch({
        ...rest,
        ...('q' in change ? { place: q } : {}),
        ...('type' in change ? { kind: type } : {}),
      });
    },
    [onSearch],
  );
  return <CollectivePlaces collectiveId={collectiveId} search={mapSearch} onSearch={onMapSearch} />;
}

interface FactsProps {
  id: string;
  collective: DirectoryCollectiveDetail['collective'] | undefined;
  isReading: boolean;
}

/** What a Collective is, below its name. */
function Facts({ id, collective, isReading }: FactsProps) {
  const copy = <CopyId id={id} what="the id of the Collective" />;
  if (collective === undefined) {
    return (
      <>
        {copy}
        {isReading && <Skeleton width={300} />}
      </>
    );
  }
  const { type, entityCount, place, tags, archived, unreachable } = collective;
  return (
    <>
      <span>{typeLabel(type)}</span>
      <span>{formatCount(entityCount, 'Entity', 'Entities')}</span>
      {place !== null && <span>{place}</span>}
      {copy}
      {tags.length > 0 && <TagList tags={tags} />}
      {archived && <span>Archived</span>}
      <HealthMark unreachable={unreachable} long />
    </>
  );
}

/** An operator's note, verbatim, and the custom properties as the Service last reported them. */
function Details({ collective: { note }, properties }: DirectoryCollectiveDetail) {
  return (
    <>
      {note !== null && note !== '' && (
        <Box
          component="p"
          sx={{ m: 0, mb: 1.5, maxWidth: '80ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          <Box component="span" sx={{ color: 'text.secondary' }}>
            Note:{' '}
          </Box>
          {note}
        </Box>
      )}
      {properties !== null && properties.value !== null && (
        <Box component="details" sx={{ mb: 1.5, fontSize: '0.8125rem' }}>
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            Custom properties, as reported by the Service when a member was removed{' '}
            <RelativeTimeText instant={properties.toldAt} />
          </Box>
          <Box sx={{ mt: 0.75, pl: 1.5, overflowWrap: 'anywhere' }}>
            <JsonText value={properties.value} />
          </Box>
        </Box>
      )}
    </>
  );
}
