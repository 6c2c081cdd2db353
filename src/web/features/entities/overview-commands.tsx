import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { EntityBatch } from '../../../contract/console/entity-batches.ts';
import { requestLabel } from '../../../domain/command-rules.ts';
import { entityBatchesQuery } from '../../api/batches.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Card } from '../../components/card.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { LastBatchFacts } from './last-batch.tsx';

/** The last Commands that this console sent to an Entity, each with its own outcome. */
export function OverviewCommands({ entityId }: { entityId: string }) {
  const query = useQuery(entityBatchesQuery(entityId));
  const [newest, ...older] = query.data?.batches ?? [];
  return (
    <Card title="Last Commands" note="sent from this console">
      {query.data === undefined && <ReadBlock read={query} what="the last Commands" rows={2} />}
      {query.data !== undefined && newest === undefined && (
        <Typography variant="body2">None sent from this console</Typography>
      )}
      {newest !== undefined && <LastBatchFacts entityBatch={newest} />}
      {older.length > 0 && (
        <Box component="ul" aria-label="Earlier Commands" sx={{ m: 0, mt: 1.5, p: 0 }}>
          {older.map((each) => (
            <Earlier key={each.batch.id} entityBatch={each} />
          ))}
        </Box>
      )}
    </Card>
  );
}

function Earlier({ entityBatch: { batch, commands } }: { entityBatch: EntityBatch }) {
  const [first] = commands;
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
    </Box>
  );
}
