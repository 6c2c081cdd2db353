import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { CutText } from '../../components/hint.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import type { NarrowRow } from '../../components/table/column.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';
import type { CollectiveListRow } from './collective-fact-columns.tsx';
import { amber, EnergyFact, Facts, Planned } from './fact-parts.tsx';
import { CollectiveLink, NameCell } from './record-cells.tsx';

/** Height in px of a Collective of a long list on a phone: name, energy, two lines of facts, last batch. */
export const COLLECTIVE_HEIGHT = 148;

function Energy({ facts, entityCount }: CollectiveListRow) {
  if (facts === null) return null;
  if (facts.isAdding) return 'energy is being added up';
  if (facts.energy !== null) return <EnergyFact energy={facts.energy} />;
  return entityCount > 0 && 'sessions never read';
}

/** Counts of Entities that may be a concern, then what is planned and what it is. */
function others({ facts, type, entityCount, place }: CollectiveListRow): ReactNode[] {
  const counts = [
    [facts?.silent, 'silent'],
    [facts?.failing, 'with failing reads'],
    [facts?.unread, 'never read'],
  ] as const;
  return [
    ...counts.map(
      ([count = 0, what]) =>
        count > 0 && (
          <Box component="span" sx={amber}>
            {formatNumber(count)} {what}
          </Box>
        ),
    ),
    facts?.next && (
      <>
        next: <Planned planned={{ ...facts.next, at: facts.next.triggerTime }} />
      </>
    ),
    type ?? 'Unknown type',
    formatCount(entityCount, 'Entity', 'Entities'),
    place,
  ];
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

/** A Collective of the list on a phone. @param action at its end */
export function narrowCollective(row: CollectiveListRow, action: ReactNode): NarrowRow {
  return {
    first: <NameCell row={row} link={<CollectiveLink row={row} />} />,
    second: <Energy {...row} />,
    third: (
      <>
        <CutText lines={2}>
          <Facts facts={others(row)} />
        </CutText>
        <LastBatch {...row} />
      </>
    ),
    end: action,
  };
}
