import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useContext, type ReactNode } from 'react';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { commandReason } from '../../../domain/command-reason.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { exactEnergy, formatCount, formatEnergy } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { sessionEnergy } from '../../../domain/session-maths.ts';
import { AppLink, BatchLink } from '../../components/app-link.tsx';
import { Card, CardLink } from '../../components/card.tsx';
import { wholeBar, wholeStack } from '../../components/charts/time-bar.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { DoubtfulMark } from '../../components/energy-tile.tsx';
import { ReadValue, LeftOutMark } from '../../components/fact-cells.tsx';
import { OffboardedContext, ReadBlock } from '../../components/read.tsx';
import { OutcomeMark, VerdictMark } from '../../components/status/status-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { entityToneColor, entityTypeStyle } from '../../theme/entity-type-style.ts';
import { fleetEntity } from './entities-queries.ts';
import type { EntitySearch } from './entity-search.ts';

interface OverviewEnergyProps {
  stored: UseQueryResult<FleetEntity>;
  /** Type of the Entity, which decides the colour of the bars; null: not known. */
  type: string | null;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** The energy of the last 30 days, and the last session. */
export function OverviewEnergy({ stored, type, onSearch }: OverviewEnergyProps) {
  return (
    <Card
      title="Energy"
      note="30 days of its site, by the start of each session"
      aside={<CardLink onClick={() => onSearch({ tab: 'sessions' })}>All sessions</CardLink>}
    >
      {stored.data === undefined ? (
        <ReadBlock read={stored} what="the sessions" height={142} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Drawn entity={stored.data} color={entityToneColor(entityTypeStyle(type).tone)} />
          <LastSession
            entity={stored.data}
            onOpen={(session) => onSearch({ tab: 'sessions', session })}
          />
        </Box>
      )}
    </Card>
  );
}

function Drawn({ entity: { energy, reads }, color }: { entity: FleetEntity; color: string }) {
  const isOffboarded = useContext(OffboardedContext);
  if (energy === null) {
    const read = reads.find(({ resource }) => resource === 'sessions');
    const none = isOffboarded ? 'No session is kept.' : 'The charge sessions were not read yet.';
    const why = read?.message ?? none;
    return <Typography variant="body2">{why}</Typography>;
  }
  const { value, unit, sessions, leftOut, days, until, readAt, isStale } = energy;
  if (sessions === 0) return <Typography variant="body2">None in the last 30 days</Typography>;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography component="span" sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.2 }}>
          <ReadValue
            readAt={readAt}
            isStale={isStale}
            about={exactEnergy(value, unit) ?? undefined}
          >
            {value === null ? 'No energy' : formatEnergy(value, unit)}
          </ReadValue>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {formatCount(sessions, 'session', 'sessions')}{' '}
          <LeftOutMark leftOut={{ ...leftOut, doubtful: 0 }} />{' '}
          {leftOut.doubtful > 0 && (
            <DoubtfulMark>
              <AppLink to="." search={{ tab: 'sessions', odd: 'doubtful' }}>
                {doubtfulLabel(leftOut.doubtful)}
              </AppLink>
            </DoubtfulMark>
          )}
        </Typography>
      </Box>
      {value !== null && (
        <TimeBars
          small
          grain="day"
          bars={days.map((day, at) => wholeBar(dateAfter(until, at - MONTH_DAYS + 1), day ?? 0))}
          stacks={wholeStack(color)}
          unit={unit}
          provisionalFrom={energy.provisionalFrom}
        />
      )}
    </>
  );
}

interface LastSessionProps {
  entity: FleetEntity;
  onOpen: (sessionId: string) => void;
}

function LastSession({ entity: { lastSession }, onOpen }: LastSessionProps) {
  if (lastSession === null) return null;
  const total = lastSession.data?.charge?.total ?? null;
  return (
    <Typography variant="body2" component="div">
      Last <RelativeTimeText instant={lastSession.data?.start ?? null} />,{' '}
      {formatEnergy(sessionEnergy(total), total?.unit ?? null)}{' '}
      <CardLink onClick={() => onOpen(lastSession.id)}>Open</CardLink>
    </Typography>
  );
}

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
          <BatchLink id={dispatchId} color="inherit">
            {label}
          </BatchLink>
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
