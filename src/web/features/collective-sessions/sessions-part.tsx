import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CollectiveSessions } from '../../../contract/console/fleet-entity.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import type { RangeChoice } from '../../../domain/session-range.ts';
import { usePermission } from '../../api/session.ts';
import { AsOf } from '../../components/as-of.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { SessionPeriod, type PeriodOfSessions } from '../../components/session-period.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { useRefreshReads } from '../fleet/refresh-reads.ts';
import { Retry } from '../fleet/retry-reads.tsx';
import {
  EnergyOverTime,
  EnergyRanks,
  SessionFigures,
  SessionRowsTable,
} from './session-figures.tsx';
import { collectiveSessions } from './sessions-queries.ts';

/** The period, the grain of the chart and the page of the table, from the address. */
interface SessionsSearch {
  range?: RangeChoice['range'];
  first?: string | undefined;
  last?: string | undefined;
  grain?: Grain | undefined;
  /** From 1. */
  page?: number | undefined;
}

interface SessionsPartProps {
  collectiveId: string;
  search: SessionsSearch;
  onSearch: (change: SessionsSearch) => void;
}

/** Height of figures and chart, so that nothing jumps when they have been read, in px. */
const HEIGHT = 400;

/** The charge sessions of all Entities of a Collective in a period, from the console's store. */
export function SessionsPart(props: SessionsPartProps) {
  const { range, first: from, last: to } = props.search;
  const choice = { range, from, to };
  return (
    <SessionPeriod
      choice={choice}
      onChoice={(next) =>
        props.onSearch({ range: next.range, first: next.from, last: next.to, page: undefined })
      }
    >
      {(period) => <Period {...props} {...period} choice={choice} />}
    </SessionPeriod>
  );
}

type PeriodProps = SessionsPartProps & PeriodOfSessions & { choice: RangeChoice };

function Period(props: PeriodProps) {
  const { collectiveId, range, zone, field } = props;
  const { page = 1 } = props.search;
  const query = useQuery({
    ...collectiveSessions(collectiveId, range, zone, page),
    // Keeps the rows within a period; another period starts empty.
    placeholderData: page === 1 ? undefined : keepPreviousData,
  });
  const refreshed = useRefreshReads({ collectiveId });
  const { data } = query;
  return (
    <Section
      ofTab
      title="Charge sessions"
      aside={data !== undefined && <AsOf read={refreshed(query)} what="the charge sessions" />}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          {field}
          <LinkButton
            variant="outlined"
            color="inherit"
            to="/reports/new"
            search={{ collectives: collectiveId, period: 'last-30-days' }}
          >
            Report
          </LinkButton>
        </Box>
        {data === undefined && (
          <ReadBlock read={query} what="the charge sessions" height={HEIGHT} />
        )}
        {data !== undefined && data.entities === 0 && (
          <Typography>
            No Entities of this Collective are known, so there are no sessions.
          </Typography>
        )}
        {data !== undefined && data.entities > 0 && <Known {...props} sessions={data} />}
      </Box>
    </Section>
  );
}

function Known(props: PeriodProps & { sessions: CollectiveSessions }) {
  const { sessions, collectiveId, choice, zone, search, onSearch } = props;
  const { oldestAt, never, partial, partlyRead, units, most, total } = sessions;
  const isPartial = never.total + partial.total + partlyRead.total > 0;
  return (
    <>
      <SessionFigures sessions={sessions} />
      <Typography variant="body2" color="textSecondary">
        {oldestAt === null ? (
          'The sessions of these Entities were not fully read yet, so it is not known whether there are more.'
        ) : (
          <>
            From the console’s store, the oldest read <RelativeTimeText instant={oldestAt} />.
            {isPartial &&
              ' These figures are partial: not all Entities were read for the whole period.'}
          </>
        )}
      </Typography>
      <SessionGaps collectiveId={collectiveId} sessions={sessions} />
      {total === 0 && oldestAt !== null && (
        <Typography>No sessions of this period are known.</Typography>
      )}
      {units.length > 0 && (
        <EnergyOverTime
          sessions={sessions}
          zone={zone}
          grain={search.grain}
          onGrain={(grain) => onSearch({ grain })}
        />
      )}
      {most.length > 0 && <EnergyRanks sessions={sessions} choice={choice} />}
      {total > 0 && (
        <SessionRowsTable
          sessions={sessions}
          choice={choice}
          page={search.page ?? 1}
          onPage={(page) => onSearch({ page: page === 1 ? undefined : page })}
        />
      )}
    </>
  );
}

interface SessionGapsProps {
  collectiveId: string;
  sessions: CollectiveSessions;
}

const triedAt = (row: CollectiveSessions['failing']['entities'][number]) => (
  <>
    {row.message}, tried <RelativeTimeText instant={row.triedAt} />
  </>
);

const knownFrom = (row: CollectiveSessions['partial']['entities'][number]) => (
  <>
    known from <DateTimeText instant={row.knownFrom} />
  </>
);

/** Entities missing from the figures, entirely or in part, with the reasons. */
function SessionGaps({ collectiveId, sessions }: SessionGapsProps) {
  const { never, partial, partlyRead, failing } = sessions;
  if (never.total + partial.total + partlyRead.total + failing.total === 0) return null;
  return (
    <Box component="section" aria-label="What is missing" sx={{ display: 'grid', gap: 1 }}>
      <Gap
        some={failing}
        what="could not be read last time"
        action={<ReadAgain collectiveId={collectiveId} total={failing.total} />}
        reason={triedAt}
      />
      <Gap
        some={partlyRead}
        what="partly read"
        action={<ReadAgain collectiveId={collectiveId} total={partlyRead.total} />}
        reason={({ message }) => message}
      />
      <Gap some={never} what="not read yet" />
      <Gap some={partial} what="known for a part of the period" reason={knownFrom} />
    </Box>
  );
}

interface GapProps<Row> {
  some: { total: number; entities: readonly Row[] };
  what: string;
  action?: ReactNode;
  reason?: (row: Row) => ReactNode;
}

function Gap<Row extends { id: string; name: string | null }>(props: GapProps<Row>) {
  const { some, what, action, reason } = props;
  const { total, entities } = some;
  if (total === 0) return null;
  return (
    <Box component="details" sx={{ fontSize: '0.8125rem' }}>
      <Box
        component="summary"
        sx={{ cursor: 'pointer', minHeight: 24, color: 'var(--mui-palette-status-amber)' }}
      >
        {formatCount(total, 'Entity', 'Entities')} {what}
      </Box>
      {action}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {entities.map((row) => (
          <li key={row.id}>
            <EntityLink id={row.id} name={row.name} />
            {reason !== undefined && <> · {reason(row)}</>}
          </li>
        ))}
        {total > entities.length && <li>and {formatNumber(total - entities.length)} more</li>}
      </Box>
    </Box>
  );
}

/** Reads the failed Entities again, before all others. */
function ReadAgain({ collectiveId, total }: { collectiveId: string; total: number }) {
  const { reason } = usePermission('refresh-fleet');
  return (
    <Box sx={{ my: 0.5 }}>
      <Retry
        act={`Try ${total === 1 ? 'it' : `these ${formatNumber(total)}`} again`}
        choice={{ entityIds: null, collectiveId, resources: ['sessions'], only: 'failed' }}
        denial={reason}
      />
    </Box>
  );
}
