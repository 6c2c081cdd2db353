import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { ReportSessionRecord } from '../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { formatCount, MISSING, shortId } from '../../../domain/format.ts';
import { EXCLUSION_LABELS, FINDING_LABELS } from '../../../domain/reports/findings.ts';
import { zoneLabel } from '../../../domain/reports/report-labels.ts';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query as queryOf } from '../../api/query.ts';
import { reportSessionsQuery, standOf } from '../../api/report-queries.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Live } from '../../components/live.tsx';
import { MoreButton } from '../../components/older-rows.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { PartialNote } from './partial-note.tsx';
import { amountLabel, SessionsTable } from './report-sessions-table.tsx';
import type { RunPartProps } from './run-part.ts';
import { ALL_SESSIONS, sessionFilterOf } from './run-search.ts';
import {
  durationLabel,
  exactTimeLabel,
  filterChips,
  zoneOf,
  type FilterChip,
} from './session-labels.ts';

/** The sessions of a run, all or those of a group; excluded ones are listed with the reason. */
export function SessionsTab({ run, search, onSearch }: RunPartProps) {
  const filter = sessionFilterOf(search);
  const id = search.entity;
  const query = useInfiniteQuery(reportSessionsQuery(run, filter));
  const names = useCollectiveNames();
  const entity = useQuery({
    ...queryOf(DIRECTORY_ROUTES.entity, id === undefined ? null : { params: { id } }),
    retry: false,
  });
  const sessions = query.data?.pages.flatMap((page) => page.sessions);
  const outdated = query.data?.pages.some(({ stand }) => stand !== standOf(run)) === true;
  const first = sessions?.[0];
  const known = entity.data?.entity.name ?? (first?.entityId === id ? first?.entityName : null);
  const chips = filterChips(
    search,
    known ?? shortId(id ?? ''),
    first?.locationLabel ?? shortId(search.location ?? ''),
    names,
  );
  return (
    <>
      <PartialNote run={run} />
      <Box sx={{ display: 'grid', gap: 1, mb: 1 }}>
        <Chips chips={chips} onSearch={onSearch} />
        {outdated && !query.isFetching && (
          <Live sx={{ color: 'var(--mui-palette-status-amber)', fontSize: '0.8125rem' }}>
            The run has continued since this list was read. Refresh it to see all sessions.
          </Live>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, justifyContent: 'space-between' }}>
          <Live>
            <Typography variant="body2" component="span">
              {sessions === undefined
                ? 'Reading the sessions'
                : `${formatCount(sessions.length, 'session', 'sessions')}${query.hasNextPage ? ' read so far, there are more' : ''}${chips.length === 0 ? '' : ' with these filters'}, times in ${zoneLabel(run.definition)}.${sessions.some(({ excluded }) => excluded !== null) ? ' Sessions in no total are listed too, and marked.' : ''}`}
            </Typography>
          </Live>
          {query.data !== undefined && (outdated || query.error !== null) && (
            <AsOf read={query} what="the sessions" />
          )}
        </Box>
      </Box>
      {sessions === undefined ? (
        <ReadBlock read={query} what="the sessions" />
      ) : sessions.length === 0 ? (
        <EmptyState title="No sessions.">
          <Typography variant="body2">
            {chips.length === 0
              ? 'None was read for these Entities in and around this period.'
              : 'None matches all filters above.'}
          </Typography>
        </EmptyState>
      ) : (
        <SessionsTable
          run={run}
          sessions={sessions}
          narrowed={chips.length > 0}
          onOpen={(session) => onSearch({ session: session.id })}
        />
      )}
      {query.isFetchNextPageError && (
        <ErrorPanel
          what="No more sessions could be read"
          error={query.error}
          onRetry={() => void query.fetchNextPage()}
          retrying={query.isFetchingNextPage}
        />
      )}
      <Box sx={{ mt: 1 }}>
        <MoreButton list={query}>Read more sessions</MoreButton>
      </Box>
      {search.session !== undefined && sessions !== undefined && (
        <SessionDrawer
          run={run}
          session={sessions.find((each) => each.id === search.session)}
          onClose={() => onSearch({ session: undefined })}
        />
      )}
    </>
  );
}

interface ChipsProps extends Pick<RunPartProps, 'onSearch'> {
  chips: readonly FilterChip[];
}

/** The filters of the list of sessions; pressing one removes it. */
function Chips({ chips, onSearch }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <Box
      component="fieldset"
      aria-label="Filters"
      sx={{ border: 0, m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
    >
      {chips.map(({ label, clear }) => (
        <Button
          key={label}
          variant="outlined"
          endIcon={<CloseIcon />}
          aria-label={`Remove the filter ${label}`}
          onClick={() => onSearch(Object.fromEntries(clear.map((name) => [name, undefined])))}
          sx={{ textAlign: 'left' }}
        >
          {label}
        </Button>
      ))}
      <Button color="inherit" onClick={() => onSearch(ALL_SESSIONS)}>
        Show all sessions
      </Button>
    </Box>
  );
}

interface SessionDrawerProps {
  run: ReportRun;
  /** Undefined if it was not read. */
  session: ReportSessionRecord | undefined;
  onClose: () => void;
}

/** All fields of a session of a run, exact. */
function SessionDrawer({ run, session, onClose }: SessionDrawerProps) {
  return (
    <SideSheet title="Charge session" onClose={onClose}>
      {session === undefined ? (
        <Typography>This session is not listed. Remove filters, or read more sessions.</Typography>
      ) : (
        <>
          <Remarks session={session} />
          <Fields run={run} session={session} />
        </>
      )}
    </SideSheet>
  );
}

function Remarks({ session: { excluded, findings } }: { session: ReportSessionRecord }) {
  if (excluded === null && findings.length === 0) {
    return <Typography variant="body2">This session has no anomalies.</Typography>;
  }
  return (
    <Box component="ul" aria-label="Remarks" sx={{ m: 0, pl: 2.5, fontSize: '0.8125rem' }}>
      {excluded !== null && (
        <li>
          <strong>In no total:</strong> {EXCLUSION_LABELS[excluded]}
        </li>
      )}
      {findings.map((kind) => (
        <li key={kind}>{FINDING_LABELS[kind]}</li>
      ))}
    </Box>
  );
}

function Fields({ run, session }: { run: ReportRun; session: ReportSessionRecord }) {
  const { zone } = run.definition;
  const { unit, registers } = session;
  const currency = run.tariff?.content.currency ?? null;
  return (
    <FactList label="Charge session">
      <Fact name="Entity">
        <EntityLink id={session.entityId} name={session.entityName} />
      </Fact>
      <Fact name="Start">{exactTimeLabel(session, session.start, zone)}</Fact>
      <Fact name="End">{exactTimeLabel(session, session.end, zone)}</Fact>
      <Fact name="Zone">
        {zoneOf(session, zone)}
        {session.zone !== null && ', that of its place'}
      </Fact>
      <Fact name="Duration">{durationLabel(session)}</Fact>
      <Fact name="Total energy">{amountLabel(session.energy, unit)}</Fact>
      <Fact name="Energy in this list">{amountLabel(session.energyInGroup, unit)}</Fact>
      {REGISTERS.map((name) => (
        <Fact key={name} name={`Register ${name}`}>
          {amountLabel(registers[name], unit)}
        </Fact>
      ))}
      {currency !== null && (
        <>
          <Fact name="Cost">{amountLabel(session.cost, currency)}</Fact>
          <Fact name="Without a price">{amountLabel(session.unpriced, unit)}</Fact>
        </>
      )}
      <Fact name="Average power">{amountLabel(session.averagePowerW, 'W')}</Fact>
      <Fact name="Charge at start">{amountLabel(session.socStart, '%')}</Fact>
      <Fact name="Charge at end">{amountLabel(session.socEnd, '%')}</Fact>
      <Fact name="Range gained">{amountLabel(session.rangeGainKm, 'km')}</Fact>
      <Fact name="Address">{session.address ?? MISSING}</Fact>
      <Fact name="Matched Location">
        {session.locationId === null ? (
          MISSING
        ) : (
          <>
            {session.locationLabel ?? 'No label'}{' '}
            <CopyId id={session.locationId} what="the id of the matched Location" />
          </>
        )}
      </Fact>
      <Fact name="Session id">
        <CopyId id={session.id} what="the id of the session" />
      </Fact>
      <Fact name="At the Entity">
        <AppLink
          to="/entities/$entityId"
          params={{ entityId: session.entityId }}
          search={{ tab: 'sessions' as const, range: 'all' as const, session: session.id }}
        >
          Current record at the Service
        </AppLink>
      </Fact>
    </FactList>
  );
}
