import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useContext, useMemo } from 'react';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { formatCount, nameInWords, shortId } from '../../../domain/format.ts';
import { csvMutation } from '../../api/audit.ts';
import { errorText } from '../../api/errors.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { CsvButton } from '../../components/csv-button.tsx';
import { downloadText } from '../../components/download.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { KnownAge, KnownRead } from '../../components/known.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { OffboardedContext } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { SessionPeriod, type PeriodOfSessions } from '../../components/session-period.tsx';
import type { EntitySearch } from './entity-search.ts';
import { SessionCharts } from './session-charts.tsx';
import { type SessionFlagging, sessionsCsv } from './session-columns.tsx';
import { SessionDrawer } from './session-drawer.tsx';
import { SessionsTable, SessionsSummary, SessionsMap } from './sessions-table.tsx';
import { useFeatures, useAllSessions, useFindings } from './entities-queries.ts';

interface ChargeSessionsTabProps {
  entityId: string;
  search: EntitySearch;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The charge sessions of an Entity in a period. */
export function ChargeSessionsTab(props: ChargeSessionsTabProps) {
  return (
    <SessionPeriod choice={props.search} onChoice={(choice) => props.onSearch(choice)}>
      {(period) => <OfPeriod {...props} {...period} />}
    </SessionPeriod>
  );
}

type OfPeriodProps = ChargeSessionsTabProps & PeriodOfSessions;

function OfPeriod({ range, field, ...props }: OfPeriodProps) {
  const { entityId, search, onSearch, zone, openedMs } = props;
  const all = useAllSessions(entityId, range);
  const isOffboarded = useContext(OffboardedContext);
  return (
    <Section
      ofTab
      title="Charge sessions"
      aside={<KnownAge known={all} what="the charge sessions" />}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {field}
        <KnownRead
          known={all}
          what="the charge sessions"
          height={320}
          count={({ length }) => formatCount(length, 'session', 'sessions')}
        >
          {(sessions) =>
            sessions.length === 0 && all.complete ? (
              <EmptyState title="No charge sessions in this period.">
                {isOffboarded ? (
                  <Typography variant="body2">
                    None are kept, and the Service no longer knows this Entity.
                  </Typography>
                ) : (
                  <CaptureHint entityId={entityId} />
                )}
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
            ) : (
              <Sessions
                {...props}
                sessions={sessions}
                complete={all.complete && all.leftOut === null}
                provisionalFrom={all.provisionalFrom(zone, openedMs)}
              />
            )
          }
        </KnownRead>
      </Box>
    </Section>
  );
}

const CAPTURE = nameInWords(CAPTURE_CHARGE_SESSIONS);

/** Why there may be no sessions: they are captured once a day, and only if the feature is on. */
function CaptureHint({ entityId }: { entityId: string }) {
  const known = useFeatures(entityId);
  const { error } = known.live;
  const capture = known.value?.find(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS);
  return (
    <Typography variant="body2">
      {known.value === undefined &&
        (error === null
          ? 'Checking whether this Entity captures sessions…'
          : `Whether it captures sessions could not be read: ${errorText(error).title}.`)}
      {known.value !== undefined && captureMessage(capture?.isEnabled ?? null)}{' '}
      <KnownAge known={known} />
    </Typography>
  );
}

function captureMessage(enabled: boolean | null): string {
  if (enabled === null) {
    return `This Entity has no feature “${CAPTURE}”, so it does not capture sessions.`;
  }
  return enabled
    ? `The feature “${CAPTURE}” is on. Sessions are computed once a day, after they have ended.`
    : `The feature “${CAPTURE}” is off: this Entity does not capture sessions.`;
}

const FLAGGED = ['1', 'doubtful'] as const;
const LISTED: Readonly<Record<string, string>> = { '1': 'Flagged', doubtful: 'Doubtful' };

interface SessionsProps extends Omit<OfPeriodProps, 'range' | 'field'> {
  /** Newest first. */
  sessions: readonly ChargeSession[];
  complete: boolean;
  /** Sessions after this may still be missing, in milliseconds since the epoch. */
  provisionalFrom: number;
}

/** The sessions read: totals, charts, map, table, and the details of one. */
function Sessions(props: SessionsProps) {
  const { entityId, zone, openedMs, search, onSearch, sessions, complete, provisionalFrom } = props;
  const { exceptions, doubtful } = useFindings(entityId, sessions, openedMs);
  const { odd } = search;
  const listed = useMemo(() => {
    if (odd === undefined) return sessions;
    const flagged = odd === '1' ? exceptions : doubtful;
    return sessions.filter(({ id }) => flagged.has(id));
  }, [sessions, exceptions, doubtful, odd]);
  const flags = { exceptions, provisionalFrom, zone };
  return (
    <>
      <SessionsSummary {...flags} sessions={sessions} doubtful={doubtful} complete={complete} />
      <SessionCharts
        sessions={sessions}
        zone={zone}
        provisionalFrom={provisionalFrom}
        grain={search.grain}
        onSearch={onSearch}
      />
      <SessionsMap entityId={entityId} sessions={sessions} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {exceptions.size > 0 && (
          <ChoiceChips
            label="Which sessions"
            choices={[
              { value: '1', label: 'Flagged only', count: exceptions.size },
              ...(doubtful.size === 0
                ? []
                : [{ value: 'doubtful', label: 'Doubtful only', count: doubtful.size }]),
            ]}
            value={odd ?? null}
            onChange={(value) => onSearch({ odd: FLAGGED.find((known) => known === value) })}
          />
        )}
        <ExportButton {...flags} sessions={listed} entityId={entityId} complete={complete} />
        <LinkButton
          variant="outlined"
          color="inherit"
          to="/reports/new"
          search={{ entities: entityId, period: 'last-30-days', by: 'month' }}
        >
          Report
        </LinkButton>
      </Box>
      <SessionsTable
        {...flags}
        sessions={listed}
        label={LISTED[odd ?? 'all'] ?? (complete ? 'All' : 'So far')}
        onSearch={onSearch}
      />
      {search.session !== undefined && (
        <SessionDrawer
          {...flags}
          entityId={entityId}
          session={sessions.find(({ id }) => id === search.session)}
          onClose={() => onSearch({ session: undefined })}
        />
      )}
    </>
  );
}

interface ExportButtonProps extends SessionFlagging {
  sessions: readonly ChargeSession[];
  entityId: string;
  complete: boolean;
}

/** The listed sessions as a file; its name says if they are partial. */
function ExportButton({ sessions, entityId, complete, ...flags }: ExportButtonProps) {
  const prepare = async () => ({
    name: `sessions-${shortId(entityId)}${complete ? '' : '-partial'}.csv`,
    text: sessionsCsv(sessions, flags),
    record: { what: 'charge sessions', id: entityId, rows: sessions.length } as const,
  });
  return (
    <CsvButton
      variant="outlined"
      disabled={sessions.length === 0}
      file={csvMutation(prepare, downloadText)}
    >
      Download {formatCount(sessions.length, 'session', 'sessions')} as CSV
    </CsvButton>
  );
}
