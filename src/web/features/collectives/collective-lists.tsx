import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { KnownOf } from '../../../contract/console/counts.ts';
import { SENT_BY_ANOTHER, type FleetCollective } from '../../../contract/console/fleet-entity.ts';
import { commandReason } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import { sentence } from '../../../lib/sentence.ts';
import { BatchLink } from '../../components/app-link.tsx';
import { Card, CardLink, Nothing } from '../../components/card.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { noPlansText } from '../../components/known-of.ts';
import { VerdictMark } from '../../components/status/status-mark.tsx';
import { DateTimeText, RelativeTimeText } from '../../components/time-text.tsx';
import { mergePages } from '../batches/batches-queries.ts';
import { Outcome, senderOf, What } from '../batches/batches-table.tsx';
import type { CollectiveTab } from './collectives-search.ts';

/** Entities named per kind; the others are counted. */
const NAMED = 6;

const dim = { color: 'text.secondary', fontSize: '0.8125rem' } as const;

interface ListProps {
  overview: FleetCollective;
}

/** For how many Entities of a Collective the Commands were read. */
const commandsReadOf = ({ known, entities }: FleetCollective): KnownOf => ({
  known: known.find(({ resource }) => resource === 'commands')?.read ?? 0,
  of: entities,
});

/** Entities whose last Command failed, or that no longer charge. */
export function CollectiveAttention({ overview: { failing, silent, known } }: ListProps) {
  const total = failing.total + silent.total;
  const isUnread = known.every(({ resource, read }) => resource !== 'sessions' || read === 0);
  return (
    <Card title="Needs attention" note={total > 0 ? formatNumber(total) : null}>
      {total === 0 && (
        <Nothing>
          {isUnread ? 'Nothing stands out in what was read so far.' : 'Nothing stands out.'}
        </Nothing>
      )}
      <Rows label="Failed last time" total={failing.total}>
        {failing.entities.slice(0, NAMED).map(({ id, name, type, command, at }) => (
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
          </Row>
        ))}
      </Rows>
      <Rows label="Fell silent" total={silent.total}>
        {silent.entities.slice(0, NAMED).map(({ id, name, type, lastAt }) => (
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
  return (
    <Box component="section" aria-label={label} sx={{ '& + &': { mt: 1.5 } }}>
      <Box sx={{ fontWeight: 600, fontSize: '0.8125rem' }}>
        {label}{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {formatNumber(total)}
        </Box>
      </Box>
      <List>{children}</List>
      {total > children.length && (
        <Box sx={dim}>and {formatNumber(total - children.length)} more</Box>
      )}
    </Box>
  );
}

interface LinkedListProps extends ListProps {
  onTab: (tab: CollectiveTab) => void;
}

/** The next planned Commands of a Collective, by any system. */
export function NextPlans({ overview, onTab }: LinkedListProps) {
  const { next, planned } = overview;
  return (
    <Card
      title="Next plans"
      aside={
        planned > 0 && (
          <CardLink onClick={() => onTab('schedule')}>All {formatNumber(planned)}</CardLink>
        )
      }
    >
      {next.length === 0 && <Nothing>{sentence(noPlansText(commandsReadOf(overview)))}</Nothing>}
      <List>
        {next.map(({ batch, open, triggerTime, ...command }) => {
          const label = commandLabelWithValue(command);
          return (
            <Row
              key={`${batch?.dispatchId ?? ''} ${triggerTime} ${label}`}
              name={batch === null ? label : <BatchLink id={batch.dispatchId}>{label}</BatchLink>}
              end={formatCount(open, 'Command', 'Commands')}
            >
              <DateTimeText instant={triggerTime} />, <RelativeTimeText instant={triggerTime} />
              {batch === null && `, by ${SENT_BY_ANOTHER}`}
            </Row>
          );
        })}
      </List>
    </Card>
  );
}

/** What was sent last to a Collective or to its Entities, with its outcome. */
export function LastSent({ overview: { last }, onTab }: LinkedListProps) {
  const sent = mergePages([last]);
  return (
    <Card
      title="Last sent"
      aside={sent.length > 0 && <CardLink onClick={() => onTab('batches')}>All batches</CardLink>}
    >
      {sent.length === 0 && <Nothing>No Command is known yet.</Nothing>}
      <List>
        {sent.map((each) => (
          <Row key={each.id} name={<What {...each} />} end={<Outcome {...each} compact />}>
            <RelativeTimeText instant={each.at} />, by {senderOf(each)}
          </Row>
        ))}
      </List>
    </Card>
  );
}

function List({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  );
}

interface RowProps {
  name: ReactNode;
  end: ReactNode;
  /** A line below both. */
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
        alignItems: 'center',
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <span>{name}</span>
      <Box sx={dim}>{end}</Box>
      <Box sx={{ ...dim, gridColumn: '1 / -1' }}>{children}</Box>
    </Box>
  );
}
