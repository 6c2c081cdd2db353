import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { findingKey, findingMessage, unlistedCount } from '../../../domain/guard-messages.ts';
import { TextLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';

interface BatchFactsProps {
  batch: BatchSummary;
  /** Shown beside the link to another batch. */
  renderBatch?: ((id: string) => ReactNode) | undefined;
}

/** Who sent a batch, when, why and how. */
export function BatchFacts({ batch, renderBatch }: BatchFactsProps) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(210px, 1fr))',
        columnGap: 3,
        rowGap: 1,
        m: 0,
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
      {batch.previousId !== null && (
        <Fact name="Repeats on purpose">
          <BatchLinks ids={[batch.previousId]} renderBatch={renderBatch} />
        </Fact>
      )}
      {batch.nextIds.length > 0 && (
        <Fact name="Repeated by">
          <BatchLinks ids={batch.nextIds} renderBatch={renderBatch} />
        </Fact>
      )}
      {batch.overridden.length > 0 && (
        <Fact name="Warnings overridden">
          <Overridden batch={batch} renderBatch={renderBatch} />
        </Fact>
      )}
    </Box>
  );
}

/** The warnings that the operator overrode, in the reader's time zone. */
function Overridden({ batch, renderBatch }: BatchFactsProps) {
  const zone = useZone();
  const { overridden, overriddenTotals = [] } = batch;
  const unlisted = unlistedCount(overriddenTotals, overridden);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {overridden.map((finding) => (
        <li key={findingKey(finding)}>
          {findingMessage(finding, zone)}{' '}
          {finding.kind !== 'no-taker' && (
            <BatchLinks ids={[finding.dispatchId]} renderBatch={renderBatch} />
          )}
        </li>
      ))}
      {unlisted > 0 && <li>And {formatNumber(unlisted)} more.</li>}
    </Box>
  );
}

/** Links to other batches, by the short form of their ids. */
function BatchLinks({
  ids,
  renderBatch,
}: {
  ids: readonly string[];
  renderBatch: ((id: string) => ReactNode) | undefined;
}) {
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <TextLink to="/batches/$dispatchId" params={{ dispatchId: id }}>
        batch {shortId(id)}
      </TextLink>{' '}
      <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
        {renderBatch?.(id)}
      </Box>
    </span>
  ));
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
