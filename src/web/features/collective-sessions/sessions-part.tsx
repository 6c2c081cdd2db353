import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DirectoryEntity } from '../../../contract/console/directory.ts';
import type { Grain } from '../../../domain/instant.ts';
import { chosenRange, provisionalFromMs } from '../../../domain/session-period.ts';
import type { RangeChoice, SessionRange } from '../../../domain/session-range.ts';
import { collectiveQuery } from '../../api/directory.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RangeField } from '../../components/range-field.tsx';
import { Section } from '../../components/section.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import { useZone } from '../../theme/preferences.ts';
import { ReadControls } from './read-controls.tsx';
import { SessionTotals } from './session-totals.tsx';
import { useRun } from './use-sessions-read.ts';

export interface SessionsPartProps {
  collectiveId: string;
  /** The period, as the URL keeps it. */
  choice: RangeChoice;
  grain: Grain | undefined;
  onChoice: (change: RangeChoice) => void;
  onGrain: (grain: Grain) => void;
}

/** The charge sessions of all Entities of a Collective in a period, added up. */
export function SessionsPart(props: SessionsPartProps) {
  const { collectiveId, choice, onChoice } = props;
  const zone = useZone();
  // The day the page was opened; a period that moved at midnight would discard what was read.
  const [openedMs] = useState(() => Date.now());
  const { range, problem } = chosenRange(choice, zone, openedMs);
  const collective = useQuery(collectiveQuery(collectiveId));
  const entities = collective.data?.entities;
  return (
    <Section title="Charge sessions">
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <RangeField choice={choice} zone={zone} problem={problem} onChoice={onChoice} />
        {entities === undefined && collective.error === null && (
          <BlockSkeleton height={80} what="the Entities" />
        )}
        {entities === undefined && collective.error !== null && (
          <ErrorPanel
            what="The Entities of this Collective could not be read"
            error={collective.error}
            onRetry={() => void collective.refetch()}
            retrying={collective.isFetching}
          />
        )}
        {entities?.length === 0 && (
          <Typography>
            No Entities of this Collective are known, so there are no sessions to read.
          </Typography>
        )}
        {entities !== undefined && entities.length > 0 && range !== null && (
          <Period
            key={`${range.start} ${range.end ?? ''}`}
            {...props}
            entities={entities}
            range={range}
            zone={zone}
            provisionalFrom={provisionalFromMs(zone, openedMs)}
          />
        )}
      </Box>
    </Section>
  );
}

interface PeriodProps extends SessionsPartProps {
  entities: readonly DirectoryEntity[];
  range: SessionRange;
  zone: string;
  provisionalFrom: number;
}

function Period(props: PeriodProps) {
  const { collectiveId, entities, range } = props;
  const run = useRun(collectiveId, range);
  return (
    <>
      <ReadControls entities={entities} run={run} />
      {run.readings.size > 0 && <SessionTotals {...props} run={run} />}
    </>
  );
}
