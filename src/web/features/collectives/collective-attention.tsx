import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { commandReason } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatNumber } from '../../../domain/format.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import { Card } from '../../components/card.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { readOf } from './read-of.ts';

/** Entities named per kind; the others are counted. */
const SHOWN = 6;

/** Entities whose last Command failed, or that no longer charge. */
export function CollectiveAttention({ overview }: { overview: FleetCollective }) {
  const { failing, silent } = overview;
  const total = failing.total + silent.total;
  const read = readOf(overview, 'sessions');
  return (
    <Card title="Needs attention" note={total > 0 ? formatNumber(total) : null}>
      {total === 0 && (
        <Box sx={{ color: 'text.secondary' }}>
          {read === 0 ? 'Nothing stands out in what was read so far.' : 'Nothing stands out.'}
        </Box>
      )}
      <Rows label="Failed last time" total={failing.total}>
        {failing.entities.slice(0, SHOWN).map(({ id, name, type, command, mine, at }) => (
          <Row
            key={id}
            name={<EntityLink id={id} name={name} type={type} />}
            end={<RelativeTimeText instant={at} />}
          >
            <VerdictMark reported={command} /> {commandLabelWithValue(command)}
            {commandReason(command) !== null && (
              <>
                : <bdi>{commandReason(command)}</bdi>
              </>
            )}
            {!mine && ' · another system'}
          </Row>
        ))}
      </Rows>
      <Rows label="Fell silent" total={silent.total}>
        {silent.entities.slice(0, SHOWN).map(({ id, name, type, lastAt }) => (
          <Row
            key={id}
            name={<EntityLink id={id} name={name} type={type} />}
            end={<RelativeTimeText instant={lastAt} />}
          >
            last session, none in {SILENT_DAYS} days
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

function Rows({ label, total, children }: { label: string; total: number; children: ReactNode[] }) {
  if (total === 0) return null;
  const others = total - children.length;
  return (
    <Box component="section" aria-label={label} sx={{ '& + &': { mt: 1.5 } }}>
      <Box sx={{ fontWeight: 600, fontSize: '0.8125rem' }}>
        {label}{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {formatNumber(total)}
        </Box>
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {children}
      </Box>
      {others > 0 && (
        <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          and {formatNumber(others)} more
        </Box>
      )}
    </Box>
  );
}

interface RowProps {
  name: ReactNode;
  end: ReactNode;
  children: ReactNode;
}

function Row({ name, end, children }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 1.5,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      {name}
      <Box sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>{end}</Box>
      <Box sx={{ gridColumn: '1 / -1', fontSize: '0.8125rem', color: 'text.secondary' }}>
        {children}
      </Box>
    </Box>
  );
}
