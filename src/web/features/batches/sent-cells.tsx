import { SENT_BY_ANOTHER } from '../../../contract/console/fleet-entity.ts';
import { ANOTHER_SYSTEM, type OthersCommands } from '../../../contract/console/others-commands.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { dateIn } from '../../../domain/time.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CountsBar, OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { useZone } from '../../theme/preferences.ts';
import type { Sent } from './batches-queries.ts';

/** The Command, with a link to its batch, or to its like of the same day if other systems sent it to several. */
export function What({ batch, others }: Sent) {
  if (batch === null) return <OthersWhat others={others} />;
  return (
    <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
      {requestLabel(batch.items)}
    </AppLink>
  );
}

function OthersWhat({ others }: { others: OthersCommands }) {
  const zone = useZone();
  const label = commandLabelWithValue(others);
  // Of one Entity, the row has the link to its Commands.
  if (others.entity !== null) return label;
  const from = dateIn(zone, Date.parse(others.from));
  const to = dateIn(zone, Date.parse(others.to));
  const search = { type: others.type ?? undefined, operator: ANOTHER_SYSTEM, from, to };
  return (
    <AppLink to="/batches" search={search}>
      {label}
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
