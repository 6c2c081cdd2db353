import Box from '@mui/material/Box';
import type { EntityBatch } from '../../../contract/console/entity-batches.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { AppLink } from '../../components/app-link.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

/** A batch of an Entity, with the Entity's own outcome first. */
export function LastBatchFacts({ entityBatch: { batch, commands } }: { entityBatch: EntityBatch }) {
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
