import Box from '@mui/material/Box';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { formatCount, MISSING } from '../../../domain/format.ts';
import { useCapacityUnit } from '../../api/session.ts';
import {
  energyFact,
  NeverRead,
  ReadValue,
  RecentEnergyCell,
} from '../../components/fact-cells.tsx';
import { Hint } from '../../components/hint.tsx';
import { LastCommand } from '../../components/status/last-command.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { amber, Planned } from './fact-parts.tsx';
import type { RecordColumn } from './record-cells.tsx';

function Capacity({ facts }: Pick<EntityListRow, 'facts'>) {
  const unit = useCapacityUnit();
  const capacity = facts?.capacity ?? null;
  if (capacity === null) return <NeverRead />;
  return (
    <ReadValue {...capacity}>
      {capacity.value === null ? 'none' : `${String(capacity.value)} ${unit}`}
    </ReadValue>
  );
}

function Capture({ facts }: Pick<EntityListRow, 'facts'>) {
  const capture = facts?.capture ?? null;
  if (capture === null) return <NeverRead />;
  const { isOn } = capture;
  return <ReadValue {...capture}>{isOn === null ? 'not offered' : isOn ? 'on' : 'off'}</ReadValue>;
}

/** What is known of an Entity, for its line on a phone: its last outcome and its energy come first. */
export function entityFactsLine({ facts }: EntityListRow): string {
  if (facts === null || facts.readAt === null) return 'never read';
  const { energy, failing, isSilent } = facts;
  return [
    energy === null ? '' : energyFact(energy),
    isSilent ? 'silent' : '',
    failing === null ? '' : 'reads fail',
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** Columns of the list of Entities that come from the fleet store. */
export const ENTITY_FACT_COLUMNS: readonly RecordColumn<EntityListRow>[] = [
  {
    key: 'outcome',
    header: 'Last Command',
    sort: 'outcome',
    width: '210px',
    cell: ({ facts }) => {
      const last = facts?.last ?? null;
      return last === null ? MISSING : <LastCommand last={last} />;
    },
    isEmpty: ({ facts }) => (facts?.last ?? null) === null,
  },
  {
    key: 'seen',
    header: 'Last seen',
    sort: 'seen',
    width: '132px',
    cell: ({ facts }) => {
      const seenAt = facts?.seenAt ?? null;
      if (seenAt === null) return MISSING;
      if (facts?.isSilent !== true) return <RelativeTimeText instant={seenAt} />;
      return (
        <Box component="span" sx={amber}>
          <Hint text="It had charge sessions, but none for two weeks">
            <RelativeTimeText instant={seenAt} />
          </Hint>
        </Box>
      );
    },
    isEmpty: ({ facts }) => (facts?.seenAt ?? null) === null,
  },
  {
    key: 'energy',
    header: 'Energy, 30 days',
    sort: 'energy',
    width: '196px',
    numeric: true,
    cell: ({ facts }) => {
      const energy = facts?.energy ?? null;
      return energy === null ? <NeverRead /> : <RecentEnergyCell energy={energy} />;
    },
    isEmpty: ({ facts }) => (facts?.energy ?? null) === null,
  },
  {
    key: 'capacity',
    header: 'Capacity',
    sort: 'capacity',
    width: '110px',
    numeric: true,
    cell: (row) => <Capacity facts={row.facts} />,
    isEmpty: ({ facts }) => (facts?.capacity?.value ?? null) === null,
  },
  {
    key: 'capture',
    header: 'Session capture',
    width: '130px',
    cell: (row) => <Capture facts={row.facts} />,
    isEmpty: ({ facts }) => (facts?.capture?.isOn ?? null) === null,
  },
  {
    key: 'planned',
    header: 'Next planned',
    width: '185px',
    cell: ({ facts }) => {
      const planned = facts?.planned ?? null;
      return planned === null ? MISSING : <Planned planned={planned} />;
    },
    isEmpty: ({ facts }) => (facts?.planned ?? null) === null,
  },
  {
    key: 'reads',
    header: 'Reads that fail',
    width: '110px',
    cell: ({ facts }) => {
      const failing = facts?.failing ?? null;
      if (failing === null) return MISSING;
      return (
        <Hint text={failing.message} sx={amber}>
          {formatCount(failing.count, 'read fails', 'reads fail')}
        </Hint>
      );
    },
    isEmpty: ({ facts }) => (facts?.failing ?? null) === null,
  },
];
