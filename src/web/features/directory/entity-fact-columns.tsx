import WarningIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import { mayHaveCapacity } from '../../../domain/capacity-types.ts';
import { isPlausibleCapacity } from '../../../domain/capacity-value.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatDay, MISSING } from '../../../domain/format.ts';
import { lastSeen } from '../../../domain/last-seen.ts';
import { SILENT_DAYS } from '../../../domain/silent.ts';
import { useCapacityUnit } from '../../api/session.ts';
import {
  NeverRead,
  NotWhole,
  partOf,
  ReadValue,
  RecentEnergyCell,
} from '../../components/fact-cells.tsx';
import { Hint } from '../../components/hint.tsx';
import { StoredVerdict } from '../../components/status/status-mark.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { useZone } from '../../theme/preferences.ts';
import { amber, EnergyFact, Planned } from './fact-parts.tsx';
import type { RecordColumn } from './record-cells.tsx';

function Capacity({ facts, type }: Pick<EntityListRow, 'facts' | 'type'>) {
  const unit = useCapacityUnit();
  const capacity = facts?.capacity ?? null;
  if (!mayHaveCapacity(type) && (capacity?.value ?? null) === null) return MISSING;
  if (capacity === null) return <NeverRead />;
  const { value } = capacity;
  if (value === null) return <ReadValue {...capacity}>none</ReadValue>;
  const text = `${String(value)} ${unit}`;
  if (isPlausibleCapacity(value)) return <ReadValue {...capacity}>{text}</ReadValue>;
  return (
    <ReadValue {...capacity} about="">
      <Hint text={`Implausible: the Service has ${text}. No battery has that.`} sx={amber}>
        <WarningIcon sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom' }} />
        {text}
      </Hint>
    </ReadValue>
  );
}

/** Shown without a known Command: there is none, or Commands were never or only partly read. */
function NoCommand({ facts }: Pick<EntityListRow, 'facts'>) {
  if ((facts?.commandsAt ?? null) !== null) return MISSING;
  return <NotWhole why={partOf(facts, 'commands')} />;
}

/** When an Entity was last seen, as far as known; anomalies and concerns are marked. */
export function Seen({ facts }: { facts: NonNullable<EntityListRow['facts']> }) {
  const seen = lastSeen(facts, useNow());
  const zone = useZone();
  if (seen === null) {
    const isRead = facts.commandsAt !== null || facts.energy !== null;
    if (isRead) return MISSING;
    return <NotWhole why={partOf(facts, 'sessions') ?? partOf(facts, 'commands')} />;
  }
  const { kind, instant } = seen;
  const hints = [
    kind === 'ahead' ? 'In the future: the clock of its device is ahead' : '',
    kind === 'before' ? 'Not seen in the sessions read; older ones were not read' : '',
    facts.isSilent ? `It had charge sessions, but none for ${SILENT_DAYS} days` : '',
  ].filter((text) => text !== '');
  const about = hints.length === 0 ? undefined : hints.join('. ');
  return (
    <Box component="span" sx={kind === 'ahead' || facts.isSilent ? amber : {}}>
      {kind === 'ahead' && (
        <WarningIcon sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom' }} />
      )}
      {kind === 'before' ? (
        <Hint text={about ?? ''}>before {formatDay(instant, zone)}</Hint>
      ) : (
        <RelativeTimeText instant={instant} about={about} />
      )}
    </Box>
  );
}

function Capture({ facts }: Pick<EntityListRow, 'facts'>) {
  const capture = facts?.capture ?? null;
  const why = partOf(facts, 'features');
  // The unusable item may be this feature.
  if (capture === null || (capture.isOn === null && why !== null)) return <NotWhole why={why} />;
  const { isOn } = capture;
  return <ReadValue {...capture}>{isOn === null ? 'not offered' : isOn ? 'on' : 'off'}</ReadValue>;
}

/** Columns of the list of Entities that come from the fleet store. */
export const ENTITY_FACT_COLUMNS: readonly RecordColumn<EntityListRow>[] = [
  {
    key: 'outcome',
    header: 'Last Command',
    sort: 'outcome',
    width: '172px',
    phone: 'line',
    cell: ({ facts }) => {
      const last = facts?.last ?? null;
      return last === null ? <NoCommand facts={facts} /> : <LastCommand last={last} />;
    },
    // "Never read" counts as content.
    isEmpty: ({ facts }) => facts !== null && facts.commandsAt !== null && facts.last === null,
  },
  {
    key: 'seen',
    header: 'Last seen',
    sort: 'seen',
    width: '104px',
    phone: 'line',
    phoneCell: ({ facts }) =>
      facts === null ? null : (
        <>
          seen <Seen facts={facts} />
        </>
      ),
    cell: ({ facts }) => (facts === null ? <NeverRead /> : <Seen facts={facts} />),
    isEmpty: ({ facts }) => (facts?.seenAt ?? facts?.sessionsFrom ?? null) === null,
  },
  {
    key: 'energy',
    header: 'Energy, 30 days',
    sort: 'energy',
    width: '172px',
    numeric: true,
    phone: 'more',
    phoneCell: ({ facts }) => {
      const energy = facts?.energy ?? null;
      return energy === null ? null : <EnergyFact energy={energy} />;
    },
    cell: ({ facts }) => {
      const energy = facts?.energy ?? null;
      if (energy === null) return <NotWhole why={partOf(facts, 'sessions')} />;
      return <RecentEnergyCell energy={energy} />;
    },
    isEmpty: ({ facts }) => (facts?.energy ?? null) === null,
  },
  {
    key: 'capacity',
    header: 'Capacity',
    sort: 'capacity',
    width: '92px',
    numeric: true,
    cell: (row) => <Capacity facts={row.facts} type={row.type} />,
  },
  {
    key: 'capture',
    header: 'Session capture',
    width: '130px',
    cell: (row) => <Capture facts={row.facts} />,
  },
  {
    key: 'planned',
    header: 'Next planned',
    width: '170px',
    phone: 'more',
    cell: ({ facts }) => {
      const planned = facts?.planned ?? null;
      return planned === null ? <NoCommand facts={facts} /> : <Planned {...planned} />;
    },
    isEmpty: ({ facts }) => (facts?.planned ?? null) === null,
  },
  {
    key: 'reads',
    header: 'Failing reads',
    width: '110px',
    phone: 'more',
    cell: ({ facts }) => {
      const { failing = null, partial = null } = facts ?? {};
      const worse = failing ?? partial;
      if (worse === null) return MISSING;
      return (
        <Hint text={worse.message} sx={amber}>
          {failing === null
            ? 'partly read'
            : formatCount(failing.count, 'read fails', 'reads fail')}
        </Hint>
      );
    },
    isEmpty: ({ facts }) => (facts?.failing ?? facts?.partial ?? null) === null,
  },
];

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The last Command: its derived status, its time, and whether another system sent it. */
export function LastCommand({ last }: { last: NonNullable<EntityFacts['last']> }) {
  const what = commandLabelWithValue({ type: last.type, value: null });
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center', minWidth: 0 }}
    >
      <Hint text={`${what}, sent by ${last.isOurs ? 'this console' : 'another system'}`}>
        <StoredVerdict verdict={last.verdict} />
      </Hint>
      {last.at !== null && (
        <Box component="span" sx={{ color: 'text.secondary', ...CUT }}>
          <RelativeTimeText instant={last.at} />
        </Box>
      )}
    </Box>
  );
}
