import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { requestLabel } from '../../../domain/command-rules.ts';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { formatNumber } from '../../../domain/format.ts';
import { nextPlanOf } from '../../../domain/next-plans.ts';
import { CutText } from '../../components/hint.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import type { CollectiveListRow } from './collective-fact-columns.tsx';
import { EnergyFact, FactLines } from './fact-line.tsx';
import { amber, Planned } from './fact-parts.tsx';

function energyOf({ facts, entityCount }: CollectiveListRow): ReactNode {
  if (facts === null) return null;
  if (facts.isAdding) return 'energy is being added up';
  if (facts.energy !== null) return <EnergyFact energy={facts.energy} />;
  const read = facts.sessionsPartly > 0 ? 'partly' : 'never';
  return entityCount > 0 && `sessions ${read} read`;
}

/** How many of its Entities have a problem; empty if none. */
function concern(count: number | undefined, what: string): ReactNode {
  if (count === undefined || count === 0) return null;
  return (
    <Box component="span" sx={amber}>
      {formatNumber(count)} {what}
    </Box>
  );
}

function nextOf(facts: CollectiveFacts): ReactNode {
  const next = nextPlanOf(facts);
  if (next === null) return null;
  return (
    <>
      next: <Planned type={next.type} at={next.triggerTime} />
    </>
  );
}

function factsOf(row: CollectiveListRow): Record<string, ReactNode> {
  const { facts } = row;
  return {
    energy: energyOf(row),
    silent: concern(facts?.silent, 'silent'),
    failing: concern(facts?.failing, 'with failing reads'),
    partial: concern(facts?.partial, 'partly read'),
    unread: concern(facts?.unread, 'never read'),
    planned: facts === null ? null : nextOf(facts),
  };
}

function LastBatch({ facts }: CollectiveListRow) {
  const batch = facts?.lastBatch ?? null;
  if (batch === null) return null;
  return (
    <Box sx={{ mt: 0.5 }}>
      <CutText>
        {requestLabel(batch.items)}, <RelativeTimeText instant={batch.createdAt} />
      </CutText>
      <OutcomeBar batch={batch} />
    </Box>
  );
}

/** The facts of a Collective in the list, on a phone. */
export function CollectiveLines({ row }: { row: CollectiveListRow }) {
  return (
    <>
      <FactLines facts={factsOf(row)} />
      <LastBatch {...row} />
    </>
  );
}
