import Box from '@mui/material/Box';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { batchOutcomeLabel, outcomeCounts } from '../../../domain/batch-outcome.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import {
  energyText,
  LastCommand,
  NeverRead,
  partlyRead,
  ReadValue,
  RecentEnergyCell,
} from '../../components/fact-cells.tsx';
import { Hint } from '../../components/hint.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { stateSegments } from '../../components/status/verdict-segments.ts';
import { RelativeTimeText } from '../../components/time-text.tsx';
import type { RecordColumn } from './record-cells.tsx';

/** A Collective with what its Entities add up to; null while that is being read. */
export type CollectiveListRow = DirectoryCollectiveRecord & { facts: CollectiveFacts | null };

const amber = { color: 'var(--mui-palette-status-amber)' } as const;

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

function Planned({ planned }: { planned: { type: string | null; at: string } }) {
  return (
    <>
      {commandLabelWithValue({ type: planned.type, value: null })},{' '}
      <RelativeTimeText instant={planned.at} />
    </>
  );
}

/** What is known of an Entity, for its line on a phone: its last outcome and its energy come first. */
export function entityFactsLine({ facts }: EntityListRow): string {
  if (facts === null || facts.readAt === null) return 'never read';
  const { energy, failing, isSilent } = facts;
  return [
    energy === null ? '' : energyText(energy),
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
    width: '115px',
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
    width: '190px',
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

/** The outcome of a batch in one line, and when it was sent. */
function LastBatch({ batch }: { batch: NonNullable<CollectiveFacts['lastBatch']> }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', width: 1 }}>
      {batch.outcome === 'accepted' ? (
        <Hint text={batchOutcomeLabel(batch)} sx={{ flex: 'none', width: 72 }}>
          <TallyBar segments={stateSegments(outcomeCounts(batch))} height={8} />
        </Hint>
      ) : (
        <OutcomeMark outcome={batch.outcome} />
      )}
      <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
        <RelativeTimeText instant={batch.createdAt} />
      </AppLink>
    </Box>
  );
}

function CollectiveEnergy({ facts }: CollectiveListRow) {
  if (facts === null) return MISSING;
  if (facts.energy === null) return facts.entities === 0 ? MISSING : <NeverRead />;
  return <RecentEnergyCell energy={facts.energy} note={partlyRead(facts.energy)} />;
}

function count(key: 'silent' | 'failing' | 'unread', header: string) {
  return {
    key,
    header,
    sort: key,
    width: '86px',
    numeric: true,
    cell: ({ facts }: CollectiveListRow) => {
      const value = facts?.[key] ?? 0;
      if (value === 0) return MISSING;
      return (
        <Box component="span" sx={amber}>
          {formatNumber(value)}
        </Box>
      );
    },
    isEmpty: ({ facts }: CollectiveListRow) => (facts?.[key] ?? 0) === 0,
  };
}

/** Columns of the list of Collectives that their Entities add up to. */
export const COLLECTIVE_FACT_COLUMNS: readonly RecordColumn<CollectiveListRow>[] = [
  {
    key: 'energy',
    header: 'Energy, 30 days',
    sort: 'energy',
    width: '240px',
    numeric: true,
    cell: (row) => <CollectiveEnergy {...row} />,
    isEmpty: ({ facts }) => (facts?.energy ?? null) === null,
  },
  {
    key: 'batch',
    header: 'Last batch',
    width: '180px',
    cell: ({ facts }) => {
      const batch = facts?.lastBatch ?? null;
      return batch === null ? MISSING : <LastBatch batch={batch} />;
    },
    isEmpty: ({ facts }) => (facts?.lastBatch ?? null) === null,
  },
  {
    key: 'next',
    header: 'Next plan',
    sort: 'next',
    width: '185px',
    cell: ({ facts }) => {
      const next = facts?.next ?? null;
      return next === null ? MISSING : <Planned planned={{ ...next, at: next.triggerTime }} />;
    },
    isEmpty: ({ facts }) => (facts?.next ?? null) === null,
  },
  count('silent', 'Silent'),
  count('failing', 'Reads fail'),
  count('unread', 'Never read'),
];
