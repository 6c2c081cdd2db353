import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CollectiveSessions } from '../../../contract/console/fleet-entity.ts';
import { formatDate } from '../../../domain/format.ts';
import type { Grain } from '../../../domain/instant.ts';
import { chosenRange } from '../../../domain/session-period.ts';
import type { RangeChoice, SessionRange } from '../../../domain/session-range.ts';
import { AsOf } from '../../components/as-of.tsx';
import { RangeField } from '../../components/range-field.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';
import { EnergyRanks } from './energy-ranks.tsx';
import { EnergyOverTime, SessionFigures } from './session-figures.tsx';
import { SessionGaps } from './session-gaps.tsx';
import { SessionRowsTable } from './session-rows-table.tsx';
import { collectiveSessions } from './sessions-queries.ts';

export interface SessionsPartProps {
  collectiveId: string;
  /** The period, from the URL. */
  choice: RangeChoice;
  grain: Grain | undefined;
  /** Page of the table, from 1. */
  page: number;
  onChoice: (change: RangeChoice) => void;
  onGrain: (grain: Grain) => void;
  onPage: (page: number) => void;
}

/** Height of figures and chart, so that nothing jumps when they have been read, in px. */
const HEIGHT = 400;

/** The charge sessions of all Entities of a Collective in a period, from the console's store. */
export function SessionsPart(props: SessionsPartProps) {
  const { choice, onChoice } = props;
  const zone = useZone();
  // The day the page was opened; a period that moved at midnight would discard what is shown.
  const [openedMs] = useState(() => Date.now());
  const { range, problem } = chosenRange(choice, zone, openedMs);
  const field = <RangeField choice={choice} zone={zone} problem={problem} onChoice={onChoice} />;
  if (range === null) return <Section title="Charge sessions">{field}</Section>;
  return <Period {...props} range={range} zone={zone} field={field} />;
}

interface PeriodProps extends SessionsPartProps {
  range: SessionRange;
  zone: string;
  field: React.ReactNode;
}

function Period(props: PeriodProps) {
  const { collectiveId, range, zone, page, field } = props;
  const query = useQuery({
    ...collectiveSessions(collectiveId, range, zone, page),
    // Keeps the rows within a period; another period starts empty.
    placeholderData: page === 1 ? undefined : keepPreviousData,
  });
  const { data } = query;
  return (
    <Section
      title="Charge sessions"
      aside={data !== undefined && <AsOf read={query} what="the charge sessions" />}
    >
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {field}
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
  const { sessions, collectiveId, choice, grain, zone, page } = props;
  const { oldestAt, never, partial, partlyRead, days, units, most, least, total } = sessions;
  const { provisionalFrom } = sessions;
  const isPartial = never.total + partial.total + partlyRead.total > 0;
  return (
    <>
      <SessionFigures sessions={sessions} />
      <Typography variant="body2" color="textSecondary">
        {oldestAt === null ? (
          partlyRead.total > 0 ? (
            'The sessions of these Entities were only partly read, so there may be more.'
          ) : (
            'The sessions of these Entities were not read yet, so it is not known whether there are any.'
          )
        ) : (
          <>
            From the console’s store, the oldest read <RelativeTimeText instant={oldestAt} />.
            {isPartial &&
              ' These figures are partial: not all Entities were read for the whole period.'}
          </>
        )}
        {(days.at(-1)?.date ?? '') >= provisionalFrom &&
          ` Sessions are computed once a day, so those from ${formatDate(provisionalFrom)} on are provisional.`}
      </Typography>
      <SessionGaps collectiveId={collectiveId} sessions={sessions} />
      {total === 0 && oldestAt !== null && (
        <Typography>No sessions of this period are known.</Typography>
      )}
      {units.length > 0 && (
        <EnergyOverTime
          sessions={sessions}
          zone={zone}
          provisionalFrom={provisionalFrom}
          grain={grain}
          onGrain={props.onGrain}
        />
      )}
      {most.length > 0 && (
        <EnergyRanks most={most} least={least} unit={units[0]?.unit ?? null} choice={choice} />
      )}
      {total > 0 && (
        <SessionRowsTable sessions={sessions} choice={choice} page={page} onPage={props.onPage} />
      )}
    </>
  );
}
