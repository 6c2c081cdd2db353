import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import type { DirectoryCollectiveRecord } from '../../../contract/console/directory.ts';
import { batchOutcomeLabel, outcomeCounts } from '../../../domain/batch-outcome.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { NotWhole, partlyRead, RecentEnergyCell } from '../../components/fact-cells.tsx';
import { Hint } from '../../components/hint.tsx';
import { knownOfText } from '../../components/known-of.ts';
import { OutcomeMark } from '../../components/status/status-mark.tsx';
import { TallyBar, stateSegments } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { amber, EnergyFact, Planned } from './fact-parts.tsx';
import {
  CollectiveLink,
  commonColumns,
  NAME,
  NameCell,
  type RecordColumn,
} from './record-cells.tsx';

/** A Collective with the sums of its Entities; null while they are being read. */
export type CollectiveListRow = DirectoryCollectiveRecord & { facts: CollectiveFacts | null };

/** The outcome of a batch in one line, and when it was sent. */
function LastBatch({ batch }: { batch: NonNullable<CollectiveFacts['lastBatch']> }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', width: 1 }}>
      {batch.outcome === 'accepted' ? (
        <Hint text={batchOutcomeLabel(batch)} sx={{ flex: 'none', width: 72 }}>
          <TallyBar segments={stateSegments(outcomeCounts(batch))} height={8} />
        </Hint>
      ) : (
        <OutcomeMark outcome={batch.outcome} approval={batch.approval} />
      )}
      <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
        <RelativeTimeText instant={batch.createdAt} />
      </AppLink>
    </Box>
  );
}

/** For how many Entities a list was partly read; null: for none. */
const partText = (partly: number, of: number) =>
  partly === 0 ? null : `${formatNumber(partly)} of ${formatNumber(of)} Entities only partly read`;

function CollectiveEnergy({ facts }: CollectiveListRow) {
  if (facts === null) return MISSING;
  const { entities, energy, sessionsPartly } = facts;
  if (energy === null) {
    return entities === 0 ? MISSING : <NotWhole why={partText(sessionsPartly, entities)} />;
  }
  return <RecentEnergyCell energy={energy} note={partlyRead(energy)} />;
}

/** The next plan of any system; says "nothing" only if Commands were read. */
function NextPlan({ facts }: { facts: CollectiveFacts }) {
  const { next, commandsRead, commandsPartly, entities } = facts;
  if (next === null) {
    if (entities === 0 || commandsRead === entities) return MISSING;
    if (commandsRead === 0) return <NotWhole why={partText(commandsPartly, entities)} />;
    const text = knownOfText({ known: commandsRead, of: entities });
    return (
      <Tooltip title={`Nothing is planned, ${text ?? ''}`}>
        <span>{MISSING}</span>
      </Tooltip>
    );
  }
  const commands = formatCount(next.open, 'Command', 'Commands');
  const about = next.batch === null ? `Planned by another system, ${commands}` : undefined;
  return <Planned type={next.type} at={next.triggerTime} about={about} />;
}

function count(
  key: 'silent' | 'failing' | 'partial' | 'unread',
  header: string,
  what: string,
): RecordColumn<CollectiveListRow> {
  return {
    key,
    header,
    sort: key,
    width: '86px',
    numeric: true,
    phone: 'line',
    phoneCell: ({ facts }) => (
      <Box component="span" sx={amber}>
        {formatNumber(facts?.[key] ?? 0)} {what}
      </Box>
    ),
    cell: ({ facts }) => {
      const value = facts?.[key] ?? 0;
      if (value === 0) return MISSING;
      return (
        <Box component="span" sx={amber}>
          {formatNumber(value)}
        </Box>
      );
    },
    isEmpty: ({ facts }) => (facts?.[key] ?? 0) === 0,
  };
}

const common = commonColumns<CollectiveListRow>();

/** All columns of the list of Collectives. */
export const COLLECTIVE_COLUMNS: readonly RecordColumn<CollectiveListRow>[] = [
  {
    ...NAME,
    cell: (row) => <NameCell row={row} link={<CollectiveLink row={row} />} />,
  },
  { ...common.type, width: '144px', phone: 'line' },
  {
    key: 'entities',
    header: 'Entities',
    sort: 'entities',
    width: '90px',
    numeric: true,
    phone: 'line',
    phoneCell: (row) => formatCount(row.entityCount, 'Entity', 'Entities'),
    cell: (row) => formatNumber(row.entityCount),
  },
  {
    key: 'energy',
    header: 'Energy, 30 days',
    sort: 'energy',
    width: '206px',
    numeric: true,
    phone: 'more',
    phoneCell: (row) => {
      const energy = row.facts?.energy ?? null;
      return energy === null ? <CollectiveEnergy {...row} /> : <EnergyFact energy={energy} />;
    },
    cell: (row) => <CollectiveEnergy {...row} />,
    // "Never read" counts as content.
    isEmpty: ({ facts }) => facts === null || (facts.energy === null && facts.entities === 0),
  },
  {
    key: 'batch',
    header: 'Last batch',
    width: '158px',
    phone: 'more',
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
    width: '158px',
    phone: 'more',
    cell: ({ facts }) => (facts === null ? MISSING : <NextPlan facts={facts} />),
    isEmpty: ({ facts }) =>
      facts === null || (facts.next === null && facts.commandsRead === facts.entities),
  },
  count('silent', 'Silent', 'silent'),
  count('failing', 'Unreadable', 'unreadable'),
  count('partial', 'Partly read', 'partly read'),
  count('unread', 'Never read', 'never read'),
  common.place,
  common.tags,
  common.note,
  common.source,
  common.known,
  common.id,
];
