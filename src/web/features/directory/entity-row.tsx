import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { formatCount } from '../../../domain/format.ts';
import { lastSeen } from '../../../domain/last-seen.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { partOf } from '../../components/fact-cells.tsx';
import { LastCommand } from '../../components/status/last-command.tsx';
import type { NarrowRow } from '../../components/data-table/column.ts';
import { useNow } from '../../components/use-now.ts';
import { Seen } from './entity-fact-columns.tsx';
import { EnergyFact, FactLines } from './fact-line.tsx';
import { amber, Planned } from './fact-parts.tsx';
import { NameCell } from './record-cells.tsx';

/** Height in px of an Entity of a long list on a phone: its name, its state, and two lines of facts. */
export const ENTITY_HEIGHT = 108;

/** The outcome of its last Command, and when it was last seen. */
function State({ facts }: Pick<EntityListRow, 'facts'>) {
  const now = useNow();
  if (facts === null || (facts.readAt === null && facts.partial === null)) return 'never read';
  const unread = partOf(facts, 'commands') === null ? 'never' : 'partly';
  const without = facts.commandsAt === null ? `Commands ${unread} read` : 'no Command known';
  const isSeen = lastSeen(facts, now) !== null;
  return (
    <Box component="span" sx={{ display: 'flex', columnGap: 0.5, alignItems: 'center' }}>
      {facts.last === null ? without : <LastCommand last={facts.last} />}
      {isSeen && (
        <Box component="span" sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}>
          · seen <Seen facts={facts} />
        </Box>
      )}
    </Box>
  );
}

/** Its other facts, possible concerns first. */
function others({ facts, type, place }: EntityListRow): Record<string, ReactNode> {
  const { failing, partial, isSilent, energy, planned } = facts ?? {};
  return {
    failing: failing && (
      <Box component="span" sx={amber}>
        {formatCount(failing.count, 'read fails', 'reads fail')}
      </Box>
    ),
    partial: !failing && partial && (
      <Box component="span" sx={amber}>
        partly read
      </Box>
    ),
    silent: isSilent && (
      <Box component="span" sx={amber}>
        silent
      </Box>
    ),
    energy: energy && <EnergyFact energy={energy} />,
    planned: planned && (
      <>
        next: <Planned {...planned} />
      </>
    ),
    place: place ?? facts?.place,
    // Last: its icon shows it too.
    type: type ?? 'Unknown type',
  };
}

/** An Entity of a list on a phone. @param action at its end */
export function narrowEntity(row: EntityListRow, action: ReactNode = null): NarrowRow {
  return {
    first: <NameCell row={row} link={<EntityLink id={row.id} name={row.name} type={row.type} />} />,
    second: <State facts={row.facts} />,
    third: <FactLines facts={others(row)} />,
    end: action,
  };
}
