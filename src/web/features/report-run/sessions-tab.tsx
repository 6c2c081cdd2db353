import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { formatCount, shortId } from '../../../domain/format.ts';
import { zoneLabel } from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query as queryOf } from '../../api/query.ts';
import { reportSessionsQuery, standOf } from '../../api/report-queries.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { PartialNote } from './partial-note.tsx';
import { SessionDrawer } from './report-session-drawer.tsx';
import { SessionsTable } from './report-sessions-table.tsx';
import type { RunPartProps } from './run-part.ts';
import { ALL_SESSIONS, sessionFilterOf } from './run-search.ts';
import { filterChips, type FilterChip } from './session-labels.ts';

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
      {query.hasNextPage && (
        <Button
          variant="outlined"
          color="inherit"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          sx={{ mt: 1 }}
        >
          {query.isFetchingNextPage ? 'Reading more sessions' : 'Read more sessions'}
        </Button>
      )}
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
