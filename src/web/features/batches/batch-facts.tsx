import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';

/** Who asked for a batch, when, why and how. */
export function BatchFacts({ batch }: { batch: BatchSummary }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))',
        columnGap: 3,
        rowGap: 1,
        m: 0,
        mt: 2.5,
        fontSize: '0.8125rem',
      }}
    >
      <Fact name="Sent by">{batch.operator.name}</Fact>
      <Fact name="Recorded before sending">
        <ExactTimeText instant={batch.createdAt} />
      </Fact>
      {batch.outcomeAt !== null && (
        <Fact name={batch.outcome === 'unknown' ? 'Noted as unknown' : 'Answered'}>
          <ExactTimeText instant={batch.outcomeAt} />
        </Fact>
      )}
      <Fact name="Cooldowns">{batch.ignoreCooldown ? 'Ignored, on purpose' : 'Respected'}</Fact>
      <Fact name="Reason">{batch.reason ?? 'None given'}</Fact>
      <Fact name="Batch id of the Service">
        {batch.batchId === null ? 'None' : <CopyId id={batch.batchId} what="the batch id" />}
      </Fact>
      <Fact name="Id of this record">
        <CopyId id={batch.id} what="the id of this record" />
      </Fact>
    </Box>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {children}
      </Box>
    </Box>
  );
}
