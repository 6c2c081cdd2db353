import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { shortId, typeLabel } from '../../../domain/format.ts';
import { isNotFound } from '../../api/client.ts';
import { query } from '../../api/query.ts';
import { AppLink, TextLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { HeadPlace } from '../../components/head-slot.tsx';
import { HealthMark } from '../../components/health-mark.tsx';
import { OffboardedContext } from '../../components/read.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { BlockSkeleton } from '../../components/read.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { entitiesOf } from '../directory/directory-queries.ts';
import { LastCommand, Seen } from '../directory/entity-fact-columns.tsx';
import { EntityOffboarding } from '../offboarding/entity-offboarding.tsx';
import { ErasedBanner, OffboardingBanner } from '../offboarding/offboarding-banner.tsx';
import { ChargeSessionsTab } from './charge-sessions-tab.tsx';
import { CommandHistory } from './command-history.tsx';
import { ENTITY_TABS, type EntitySearch, type EntityTab } from './entity-search.ts';
import { LocationsTab } from './locations-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

const LABELS: Readonly<Record<EntityTab, string>> = {
  overview: 'Overview',
  sessions: 'Charge sessions',
  commands: 'Commands',
  locations: 'Locations',
  settings: 'Settings',
  offboarding: 'Offboarding',
};

interface EntityPageProps {
  entityId: string;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/**
 * Whether the Service may know an Entity: it is asked only if the directory has no record.
 * @param directoryError why the directory's record could not be read, or null
 * @returns undefined while the Service is asked
 */
function useKnownToService(entityId: string, directoryError: unknown): boolean | undefined {
  const isAsked = isNotFound(directoryError);
  const { data, error } = useQuery(
    query(ENDPOINTS.listFeatures, isAsked ? { params: { entityId } } : null),
  );
  if (!isAsked) return true;
  if (data === undefined && error === null) return undefined;
  return !isNotFound(error);
}

/** An Entity: its facts, and a tab for each of its resources. */
export function EntityPage(props: EntityPageProps) {
  const { entityId, search, onSearch } = props;
  const { data, error, isFetching, refetch } = useQuery(
    query(DIRECTORY_ROUTES.entity, { params: { id: entityId } }),
  );
  const entity = data?.entity;
  const collectives = entity?.collectives ?? [];
  const tab = search.tab ?? 'overview';
  const known = useKnownToService(entityId, data === undefined ? error : null);
  return (
    <>
      <PageHeader
        title={entity?.name ?? `Entity ${shortId(entityId)}`}
        fresh={<HeadPlace />}
        icon={entity === undefined ? <IconRoom /> : <EntityTypeIcon type={entity.type} />}
        above={
          collectives.length === 0 ? (
            <AppLink to="/collectives">Collectives</AppLink>
          ) : (
            collectives.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ' · '}
                <AppLink to="/collectives/$collectiveId" params={{ collectiveId: id }}>
                  {name}
                </AppLink>
              </span>
            ))
          )
        }
      >
        {entity !== undefined && <span>{typeLabel(entity.type)}</span>}
        {entity !== undefined && entity.brand !== null && <span>{entity.brand}</span>}
        <CopyId id={entityId} what="the id of the Entity" />
        <State entityId={entityId} />
        <HealthMark unreachable={entity?.unreachable ?? null} long />
      </PageHeader>
      <OffboardingBanner entityId={entityId} name={entity?.name ?? shortId(entityId)} />
      <ErasedBanner erased={data?.erased ?? null} />
      {error !== null && known === true && (
        <ErrorPanel
          what={`The directory’s record could not be ${data === undefined ? 'read' : 'refreshed'}`}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {known === undefined && <BlockSkeleton height={320} what="the Entity" />}
      {known === false && (
        <EmptyState title="Neither this console nor the Service knows an Entity with this id.">
          <TextLink to="/entities">All Entities</TextLink>
        </EmptyState>
      )}
      {known === true && (
        <OffboardedContext value={(entity?.unreachable?.offboardedAt ?? null) !== null}>
          <TabBar
            label="Parts of the Entity"
            tabs={ENTITY_TABS.map((name) => ({ name, label: LABELS[name] }))}
            current={tab}
            onChange={(next) => onSearch({ tab: next === 'overview' ? undefined : next })}
          >
            <TabContent {...props} tab={tab} entityName={entity?.name ?? null} />
          </TabBar>
        </OffboardedContext>
      )}
    </>
  );
}

/** What was last heard of the Entity. Whether it charges or is plugged in now the interface does not say. */
function State({ entityId }: { entityId: string }) {
  const { data } = useQuery(entitiesOf({ q: entityId }, 0));
  const facts = data?.entities.find(({ id }) => id === entityId)?.facts ?? null;
  return (
    // Its room is kept: it is read later than what is below.
    <Box
      component="span"
      sx={{
        display: 'flex',
        columnGap: 2,
        alignItems: 'center',
        minHeight: 24,
        minWidth: 0,
        whiteSpace: 'nowrap',
        '& > :first-of-type': { flex: 'none' },
        flexBasis: { xs: '100%', sm: 'auto' },
      }}
    >
      {facts !== null && facts.seenAt !== null && (
        <span>
          last seen <Seen facts={facts} />
        </span>
      )}
      {facts !== null && facts.last !== null && <LastCommand last={facts.last} />}
    </Box>
  );
}

/** Reserves space for the icon until the type is known: the title must not jump. */
function IconRoom() {
  return <Box component="span" aria-hidden="true" sx={{ flex: 'none', width: 20 }} />;
}

interface TabContentProps extends EntityPageProps {
  tab: EntityTab;
  entityName: string | null;
}

function TabContent({ tab, entityName, ...props }: TabContentProps) {
  switch (tab) {
    case 'overview':
      return <OverviewTab {...props} />;
    case 'locations':
      return <LocationsTab {...props} />;
    case 'sessions':
      return <ChargeSessionsTab {...props} />;
    case 'commands':
      return <CommandHistory {...props} entityName={entityName} />;
    case 'settings':
      return <SettingsTab entityId={props.entityId} />;
    case 'offboarding':
      return <EntityOffboarding entityId={props.entityId} />;
  }
}
