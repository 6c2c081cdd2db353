import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CountsBar, OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { batchVerb } from './batch-labels.ts';
import type { Sent } from './batches-queries.ts';

/** The Command, with a link to its batch. */
export function What({ batch, others }: Sent) {
  if (batch === null) return commandLabelWithValue(others);
  return (
    <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
      {batchVerb(batch)}
    </AppLink>
  );
}

/** What became of it. */
export function Outcome({ batch, others, compact = false }: Sent & { compact?: boolean }) {
  return batch === null ? (
    <CountsBar verdictCounts={others.verdictCounts} compact={compact} />
  ) : (
    <OutcomeBar batch={batch} compact={compact} />
  );
}

/** The operator, or another system. */
export const senderOf = ({ batch }: Sent) => batch?.operator.name ?? SENT_BY_ANOTHER;
