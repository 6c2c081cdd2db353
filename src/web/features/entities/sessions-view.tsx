import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DownloadIcon from '@mui/icons-material/Download';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { formatCount, shortId } from '../../../domain/format.ts';
import { kwhPerUnit } from '../../../domain/reports/report-session.ts';
import {
  DEFAULT_THRESHOLDS,
  findingsOfEntity,
  isDoubtful,
} from '../../../domain/session-findings.ts';
import { useLeftOut } from '../../api/left-out.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { csvMutation } from '../../api/audit.ts';
import { errorText } from '../../api/errors.ts';
import { query } from '../../api/query.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { downloadText } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { ReadingState } from '../../components/reading-state.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { PartlyRead, StoredFailure } from '../../components/stored-read.tsx';
import { CaptureHint } from './capture-hint.tsx';
import type { EntitySearch } from './entity-search.ts';
import type { Exceptions } from './session-columns.tsx';
import { sessionsCsv } from './session-csv.ts';
import { SessionDrawer } from './session-drawer.tsx';
import { SessionsMap } from './sessions-map.tsx';
import { SessionsSummary } from './sessions-summary.tsx';
import { SessionsTable } from './sessions-table.tsx';
import type { AllSessions } from './use-all-sessions.ts';

// Recharts is large, and most visits to an Entity open no sessions.
const SessionCharts = lazy(async () => {
  const { SessionCharts: loaded } = await import('./session-charts.tsx');
  return { default: loaded };
});

/** Height of the charts, so that the table does not jump when they appear. */
const CHARTS_HEIGHT = 260;

interface SessionsViewProps {
  entityId: string;
  all: AllSessions;
  zone: string;
  /** Sessions after this may still be missing, in ms since the epoch. */
  provisionalFrom: number;
  /** When the page was opened, in milliseconds since the epoch: later times are in the future. */
  nowMs: number;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The sessions of a period in all states: first page, more to come, stopped early, none, all. */
export function SessionsView(props: SessionsViewProps) {
  const { entityId, all, search, onSearch } = props;
  const { sessions } = all;
  if (sessions === undefined) {
    return (
      <ReadBlock
        read={{ error: all.error, isFetching: all.fetching, refetch: all.resume }}
        what="the charge sessions"
        height={320}
      />
    );
  }
  if (sessions.length === 0 && (all.stored?.whole ?? all.state === 'complete')) {
    return (
      <>
        {all.stored !== null && <StoredError all={all} />}
        <EmptyState title="No charge sessions in this period.">
          <CaptureHint entityId={entityId} />
          {search.range !== 'all' && (
            <Button
              variant="outlined"
              color="inherit"
              onClick={() => onSearch({ range: 'all', from: undefined, to: undefined })}
              sx={{ justifySelf: 'start' }}
            >
              Show all time
            </Button>
          )}
        </EmptyState>
      </>
    );
  }
  return <ReadSessions {...props} sessions={sessions} />;
}

/** Why the Service did not answer, above stored data. */
function StoredError({ all }: { all: AllSessions }) {
  return (
    <StoredFailure
      read={{ error: all.error, isFetching: all.fetching, refetch: all.resume }}
      what="the charge sessions"
    />
  );
}

const FLAGGED = ['1', 'doubtful'] as const;
const LISTED: Readonly<Record<string, string>> = { '1': 'Flagged', doubtful: 'Doubtful' };

/** What the console's store knows of an Entity, to check its sessions against. */
function useKnownOfEntity(entityId: string) {
  const scale = kwhPerUnit(useCapacityUnit());
  const input = { params: { id: entityId } };
  const { data: entity } = useQuery(query(FLEET_ENTITY_ROUTES.fleetEntity, input));
  const { data: record } = useQuery(query(DIRECTORY_ROUTES.entity, input));
  const capacity = entity?.capacity?.batteryCapacity ?? null;
  const isKnown = scale !== null && capacity !== null && capacity > 0;
  return {
    type: record?.entity.type ?? null,
    capacityKwh: isKnown ? (capacity * Number(scale.times)) / Number(scale.by) : null,
  };
}

/** The sessions read: totals, charts, map, table, and the details of one. */
function ReadSessions(props: SessionsViewProps & { sessions: readonly ChargeSession[] }) {
  const { entityId, all, zone, provisionalFrom, nowMs, search, onSearch, sessions } = props;
  const { type, capacityKwh } = useKnownOfEntity(entityId);
  const exceptions = useMemo(
    () => findingsOfEntity(sessions, { type, capacityKwh, nowMs, thresholds: DEFAULT_THRESHOLDS }),
    [sessions, type, capacityKwh, nowMs],
  );
  const doubtful = useMemo(
    () => new Set([...exceptions].flatMap(([id, found]) => (isDoubtful(found) ? [id] : []))),
    [exceptions],
  );
  const { odd } = search;
  const listed = useMemo(() => {
    if (odd === undefined) return sessions;
    const flagged = odd === '1' ? exceptions : doubtful;
    return sessions.filter(({ id }) => flagged.has(id));
  }, [sessions, exceptions, doubtful, odd]);
  const leftOut = useLeftOut('listChargeSessions', { entityId });
  const complete = all.stored?.whole ?? (all.state === 'complete' && leftOut === null);
  const flags = { exceptions, provisionalFrom };
  return (
    <>
      {all.stored === null && <PartlyRead message={leftOut} />}
      {all.stored === null ? (
        <ReadingState
          state={all.state}
          error={all.error}
          looped={all.looped}
          fetching={all.fetching}
          onResume={all.resume}
          read={formatCount(sessions.length, 'session', 'sessions')}
          what="charge sessions"
        />
      ) : (
        <StoredError all={all} />
      )}
      {all.stored?.whole === false && (
        <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          The console’s store does not have all sessions of this period; the figures are partial.
        </Typography>
      )}
      <SessionsSummary
        sessions={sessions}
        exceptions={exceptions}
        doubtful={doubtful}
        zone={zone}
        provisionalFrom={provisionalFrom}
        complete={complete}
      />
      <Suspense fallback={<BlockSkeleton height={CHARTS_HEIGHT} what="the charts" />}>
        <SessionCharts
          sessions={sessions}
          zone={zone}
          provisionalFrom={provisionalFrom}
          grain={search.grain}
          onSearch={onSearch}
        />
      </Suspense>
      <SessionsMap entityId={entityId} sessions={sessions} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {exceptions.size > 0 && (
          <ChoiceChips
            label="Which sessions"
            choices={[
              { value: '1', label: 'Flagged only', count: exceptions.size },
              ...(doubtful.size === 0
                ? []
                : [{ value: 'doubtful' as const, label: 'Doubtful only', count: doubtful.size }]),
            ]}
            value={odd ?? null}
            onChange={(value) =>
              onSearch({
                odd: FLAGGED.find((known) => known === value),
                page: undefined,
              })
            }
          />
        )}
        <ExportButton
          sessions={listed}
          zone={zone}
          entityId={entityId}
          complete={complete}
          {...flags}
        />
      </Box>
      <SessionsTable
        sessions={listed}
        zone={zone}
        {...flags}
        label={LISTED[odd ?? 'all'] ?? (complete ? 'All' : 'So far')}
        page={search.page ?? 1}
        size={search.size ?? 25}
        onSearch={onSearch}
      />
      {search.session !== undefined && (
        <SessionDrawer
          entityId={entityId}
          session={sessions.find(({ id }) => id === search.session)}
          {...flags}
          zone={zone}
          onClose={() => onSearch({ session: undefined })}
        />
      )}
    </>
  );
}

interface ExportButtonProps {
  sessions: readonly ChargeSession[];
  zone: string;
  entityId: string;
  complete: boolean;
  exceptions: Exceptions;
  provisionalFrom: number;
}

/** The listed sessions as a file; its name says if they are partial. */
function ExportButton(props: ExportButtonProps) {
  const { sessions, zone, entityId, complete, exceptions, provisionalFrom } = props;
  const prepare = async () => ({
    name: `sessions-${shortId(entityId)}${complete ? '' : '-partial'}.csv`,
    text: sessionsCsv(sessions, zone, exceptions, provisionalFrom),
    record: { what: 'charge sessions', id: entityId, rows: sessions.length } as const,
  });
  const save = useMutation(csvMutation(prepare, downloadText));
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<DownloadIcon />}
        disabled={sessions.length === 0}
        onClick={() => save.mutate()}
      >
        Download {formatCount(sessions.length, 'session', 'sessions')} as CSV
      </Button>
      {save.error !== null && (
        <Typography role="alert" variant="body2">
          The file could not be made: {errorText(save.error).title}
        </Typography>
      )}
    </>
  );
}
