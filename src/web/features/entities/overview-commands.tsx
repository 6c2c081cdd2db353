import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ENTITY_BATCH_ROUTES, type EntityBatch } from '../../../contract/console/entity-batches.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { query } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { fleetEntity } from './use-known.ts';

/** Number of other systems' Commands listed. */
const OTHERS = 3;

/** The last Commands of an Entity: those sent by this console, and the newest of other systems. */
export function OverviewCommands({ entityId }: { entityId: string }) {
  const sent = useQuery(query(ENTITY_BATCH_ROUTES.entityBatches, { params: { id: entityId } }));
  const { data: stored } = useQuery(fleetEntity(entityId));
  const [newest, ...older] = sent.data?.batches ?? [];
  const read = stored?.reads.find(({ resource }) => resource === 'commands');
  const others = (stored?.commands ?? []).filter(({ mine }) => !mine).slice(0, OTHERS);
  return (
    <Card title="Last Commands">
      {sent.data === undefined && <ReadBlock read={sent} what="the last Commands" rows={2} />}
      {sent.data !== undefined && newest === undefined && (
        <Typography variant="body2" color={others.length > 0 ? 'textSecondary' : undefined}>
          None sent from this console
        </Typography>
      )}
      {read?.readAt === null && (
        <Typography variant="body2" sx={{ color: 'var(--mui-palette-status-amber)' }}>
          {read.message === null
            ? 'Those of other systems were not read yet.'
            : `Those of other systems ${read.state === 'partly' ? 'were partly read' : 'could not be read'}: ${read.message}`}
        </Typography>
      )}
      {newest !== undefined && <LastBatchFacts entityBatch={newest} />}
      {older.length > 0 && (
        <Box component="ul" aria-label="Earlier Commands" sx={{ m: 0, mt: 1.5, p: 0 }}>
          {older.map((each) => (
            <Earlier key={each.batch.id} entityBatch={each} />
          ))}
        </Box>
      )}
      {others.length > 0 && (
        <Box component="ul" aria-label="Commands of other systems" sx={{ m: 0, mt: 1.5, p: 0 }}>
          {others.map(({ command }) => (
            <Row key={command.id}>
              <VerdictMark reported={command} />
              <span>{commandLabelWithValue(command)}</span>
              <Box component="span" sx={{ color: 'text.secondary' }}>
                another system
              </Box>
              {command.triggerTime !== null && (
                <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
                  <RelativeTimeText instant={command.triggerTime} />
                </Box>
              )}
            </Row>
          ))}
        </Box>
      )}
    </Card>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Box
      component="li"
      sx={{
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 1.5,
        alignItems: 'center',
        minHeight: 32,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      {children}
    </Box>
  );
}

function Earlier({ entityBatch: { batch, commands } }: { entityBatch: EntityBatch }) {
  const [first] = commands;
  return (
    <Row>
      {first === undefined ? (
        <OutcomeMark outcome={batch.outcome} />
      ) : (
        <VerdictMark reported={first} />
      )}
      <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }} color="inherit">
        {requestLabel(batch.items)}
      </AppLink>
      <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
        <RelativeTimeText instant={batch.createdAt} />
      </Box>
    </Row>
  );
}

/** A batch of an Entity, with the Entity's own outcome first. */
function LastBatchFacts({ entityBatch: { batch, commands } }: { entityBatch: EntityBatch }) {
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
        {requestLabel(batch.items)}, {batch.collectiveName ?? 'Collective'},{' '}
        <RelativeTimeText instant={batch.createdAt} />
      </AppLink>
      <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 1 }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          Here:
        </Box>
        {commands.length === 0 &&
          (batch.outcome === 'accepted' ? (
            <VerdictMark reported={{ status: null, verification: null }} />
          ) : (
            <OutcomeMark outcome={batch.outcome} />
          ))}
        {commands.map((command) => (
          <span key={command.id}>
            <VerdictMark reported={command} />
            {commands.length > 1 && ` ${commandLabelWithValue(command)}`}
          </span>
        ))}
      </Box>
      {batch.outcome === 'accepted' && (
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 1 }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            The batch:
          </Box>
          <OutcomeBar batch={batch} compact />
        </Box>
      )}
    </Box>
  );
}
