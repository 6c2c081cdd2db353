import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { formatNumber, shortId } from '../../../domain/format.ts';
import { findingKey, findingMessage, unlistedCount } from '../../../domain/guard-messages.ts';
import { runningQuery } from '../../api/batches.ts';
import { query } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import { CopyId } from '../../components/copy-id.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { ExactTimeText } from '../../components/time-text.tsx';
import { useZone } from '../../theme/preferences.ts';

interface BatchFactsProps {
  batch: BatchSummary;
  /** Whether links to other batches show their outcome. */
  withOutcomes?: boolean;
}

/** Who sent a batch, when, why and how. */
export function BatchFacts({ batch, withOutcomes = false }: BatchFactsProps) {
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
          <BatchLinks ids={[batch.previousId]} withOutcomes={withOutcomes} />
        </Fact>
      )}
      {batch.nextIds.length > 0 && (
        <Fact name="Repeated by">
          <BatchLinks ids={batch.nextIds} withOutcomes={withOutcomes} />
        </Fact>
      )}
      {batch.overridden.length > 0 && (
        <Fact name="Warnings overridden">
          <Overridden batch={batch} withOutcomes={withOutcomes} />
        </Fact>
      )}
    </Box>
  );
}

/** The warnings that the operator overrode, in the reader's time zone. */
function Overridden({ batch, withOutcomes = false }: BatchFactsProps) {
  const zone = useZone();
  const { overridden, overriddenTotals = [] } = batch;
  const unlisted = unlistedCount(overriddenTotals, overridden);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2 }}>
      {overridden.map((finding) => (
        <li key={findingKey(finding)}>
          {findingMessage(finding, zone)}{' '}
          {finding.kind !== 'no-taker' && (
            <BatchLinks ids={[finding.dispatchId]} withOutcomes={withOutcomes} />
          )}
        </li>
      ))}
      {unlisted > 0 && <li>And {formatNumber(unlisted)} more.</li>}
    </Box>
  );
}

interface BatchLinksProps {
  ids: readonly string[];
  withOutcomes: boolean;
}

/** Links to other batches, by the short form of their ids. */
function BatchLinks({ ids, withOutcomes }: BatchLinksProps) {
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <TextLink to="/batches/$dispatchId" params={{ dispatchId: id }}>
        batch {shortId(id)}
      </TextLink>{' '}
      {withOutcomes && <LinkedOutcome dispatchId={id} />}
    </span>
  ));
}

/** The outcome of another batch; nothing until it is read. */
function LinkedOutcome({ dispatchId }: { dispatchId: string }) {
  const { data: moving } = useQuery(runningQuery);
  const { data: found } = useQuery(query(ENTITY_LIST_ROUTES.find, { query: { q: dispatchId } }));
  const known = [...(moving?.batches ?? []), ...(found?.batches ?? [])];
  const batch = known.find(({ id }) => id === dispatchId);
  return (
    batch !== undefined && (
      <Box component="span" sx={{ display: 'block', mt: 0.5 }}>
        <OutcomeBar batch={batch} compact />
      </Box>
    )
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
