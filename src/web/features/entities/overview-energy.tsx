import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { exactEnergy, formatCount, formatEnergy } from '../../../domain/format.ts';
import { MONTH_DAYS } from '../../../domain/last-days.ts';
import { dateAfter } from '../../../domain/plain-dates.ts';
import { doubtfulLabel } from '../../../domain/session-findings.ts';
import { sessionEnergy } from '../../../domain/session-maths.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { wholeBar, wholeStack } from '../../components/charts/time-bar.ts';
import { TimeBars } from '../../components/charts/time-bars.tsx';
import { DoubtfulMark } from '../../components/doubtful-mark.tsx';
import { ReadValue } from '../../components/fact-cells.tsx';
import { LeftOutMark } from '../../components/left-out.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { entityToneColor, entityTypeStyle } from '../../theme/entity-type-style.ts';
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
      aside={
        <Link component="button" variant="body2" onClick={() => onSearch({ tab: 'sessions' })}>
          All sessions
        </Link>
      }
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
  if (energy === null) {
    const read = reads.find(({ resource }) => resource === 'sessions');
    const why = read?.message ?? 'The charge sessions were not read yet.';
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
      <Link component="button" variant="body2" onClick={() => onOpen(lastSession.id)}>
        Open
      </Link>
    </Typography>
  );
}
