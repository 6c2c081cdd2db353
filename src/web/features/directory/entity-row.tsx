import type { ReactNode } from 'react';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { OutcomeText } from '../../components/status/last-command.tsx';
import type { NarrowRow } from '../../components/table/column.ts';
import { entityFactsLine } from './entity-fact-columns.tsx';
import { NameCell } from './record-cells.tsx';

/** An Entity of a list on a phone. @param action at its end, after the last outcome */
export function narrowEntity(row: EntityListRow, action: ReactNode = null): NarrowRow {
  return {
    first: <NameCell row={row} link={<EntityLink id={row.id} name={row.name} type={row.type} />} />,
    second: [row.type ?? 'Unknown type', entityFactsLine(row), row.place ?? row.facts?.place]
      .filter(Boolean)
      .join(' · '),
    end: (
      <>
        {row.facts !== null && row.facts.last !== null && (
          <OutcomeText verdict={row.facts.last.verdict} />
        )}
        {action}
      </>
    ),
  };
}
