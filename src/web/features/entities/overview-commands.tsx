import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { commandReason } from '../../../domain/command-reason.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { instantMs } from '../../../domain/instant.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { fleetEntity } from './use-known.ts';

/** Number of Commands and dispatches listed. */
const LAST = 5;

/** The last Commands of an Entity, newest first, whichever system sent them; and dispatches of unknown outcome. */
export function OverviewCommands({ entityId }: { entityId: string }) {
  const stored = useQuery(fleetEntity(entityId));
  const { data } = stored;
  const read = data?.reads.find(({ resource }) => resource === 'commands');
  const rows = data === undefined ? [] : rowsOf(data);
  return (
    <Card title="Last Commands">
      {data === undefined && <ReadBlock read={stored} what="the last Commands" rows={2} />}
      {data !== undefined && rows.length === 0 && (
        <Typography variant="body2">None is known</Typography>
      )}
      {read?.readAt === null && (
        <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          {read.message === null
            ? 'Those of other systems were not read yet.'
            : `Those of other systems ${read.state === 'partly' ? 'were partly read' : 'could not be read'}: ${read.message}`}
        </Typography>
      )}
      {rows.length > 0 && (
        <Box component="ul" aria-label="Last Commands" sx={{ m: 0, p: 0 }}>
          {rows.map(({ key, ...row }) => (
            <Row key={key} {...row} />
          ))}
        </Box>
      )}
    </Card>
  );
}

function rowsOf({ openDispatches, commands }: FleetEntity) {
  const open = openDispatches.map(({ dispatchId, sentBy, items, outcome, createdAt }) => ({
    key: dispatchId,
    at: createdAt,
    label: requestLabel(items),
    sentBy,
    dispatchId,
    mark: <OutcomeMark outcome={outcome === 'sending' ? outcome : 'unknown'} />,
    reason: null,
  }));
  const known = commands.map(({ command, sentBy, dispatchId }) => ({
    key: command.id,
    at: command.triggerTime,
    label: commandLabelWithValue(command),
    sentBy,
    dispatchId,
    mark: <VerdictMark reported={command} />,
    reason: commandReason(command),
  }));
  return [...open, ...known]
    .toSorted((a, b) => (instantMs(b.at) ?? 0) - (instantMs(a.at) ?? 0))
    .slice(0, LAST);
}

interface RowProps {
  at: string | null;
  label: string;
  sentBy: string | null;
  dispatchId: string | null;
  mark: ReactNode;
  /** Why it failed; null: it did not, or nothing was said. */
  reason: string | null;
}

function Row({ at, label, sentBy, dispatchId, mark, reason }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        columnGap: 1.5,
        alignItems: 'center',
        minHeight: 32,
        py: 0.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
        fontSize: '0.8125rem',
      }}
    >
      {mark}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
        {dispatchId === null ? (
          <AppLink to="." search={{ tab: 'commands' }} color="inherit">
            {label}
          </AppLink>
        ) : (
          <AppLink to="/batches/$dispatchId" params={{ dispatchId }} color="inherit">
            {label}
          </AppLink>
        )}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {sentBy}
          {reason !== null && (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </Box>
      </Box>
      {at !== null && (
        <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          <RelativeTimeText instant={at} />
        </Box>
      )}
    </Box>
  );
}
