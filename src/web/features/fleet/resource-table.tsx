import Box from '@mui/material/Box';
import type { FleetStatus, ResourceStatus } from '../../../contract/console/fleet.ts';
import { KEPT_OF, RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount, formatNumber, MISSING } from '../../../domain/format.ts';
import { instantMs } from '../../../domain/instant.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Hint } from '../../components/hint.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import type { StatusStyle } from '../../theme/status.ts';
import { Retry } from './retry-reads.tsx';

/** How much of a resource is known. */
const PARTS = [
  { key: 'fresh', label: 'fresh', style: { tone: 'teal', look: 'soft' } },
  { key: 'stale', label: 'stale', style: { tone: 'amber', look: 'hatched' } },
  { key: 'partly', label: 'partly read', style: { tone: 'amber', look: 'outline' } },
  { key: 'never', label: 'never read', style: { tone: 'grey', look: 'plain' } },
  { key: 'failed', label: 'failed', style: { tone: 'red', look: 'soft' } },
] as const satisfies readonly { key: keyof ResourceStatus; label: string; style: StatusStyle }[];

/** Height of rows with a bar and its counts, in px. */
const ROW_HEIGHT = 56;

interface ResourceRow extends ResourceStatus {
  /** Whether the console reads on its own. */
  isAutomatic: boolean;
}

const COLUMNS: readonly Column<ResourceRow>[] = [
  column('resource', 'Resource', { width: '22%', phone: 'name' }, (row) => (
    <>
      {RESOURCE_LABELS[row.resource]}
      {KEPT_OF[row.resource] !== 'entity' && (
        <Box
          component="span"
          sx={{ display: 'block', color: 'text.secondary', fontSize: '0.75rem' }}
        >
          {ofLabel(row)}
        </Box>
      )}
    </>
  )),
  column('known', 'Known', { phone: 'more' }, (row) => <KnownBar row={row} />),
  {
    key: 'oldest',
    header: 'Oldest read',
    width: '16%',
    phone: 'line',
    cell: (row) => <RelativeTimeText instant={row.oldestAt} />,
    phoneCell: (row) => (
      <>
        oldest <RelativeTimeText instant={row.oldestAt} />
      </>
    ),
  },
  {
    key: 'next',
    header: 'Next due',
    width: '16%',
    phone: 'line',
    cell: (row) => <NextRead row={row} />,
    phoneCell: (row) => (
      <>
        next <NextRead row={row} />
      </>
    ),
  },
];

const WITH_REFRESH: readonly Column<ResourceRow>[] = [
  ...COLUMNS,
  column(
    'refresh',
    <span className="visually-hidden">Refresh</span>,
    { width: '112px', phone: 'end' },
    ({ resource, total }) =>
      total > 0 && (
        <Retry
          act="Refresh"
          of={`: ${RESOURCE_LABELS[resource]}`}
          choice={{ entityIds: null, collectiveId: null, resources: [resource], only: 'all' }}
        />
      ),
  ),
];

interface ResourceTableProps {
  status: FleetStatus;
  /** Whether the operator may have them read now. */
  canRefresh: boolean;
}

/** A row per resource: how much of it is known, how old that is, and when it is read next. */
export function ResourceTable({ status, canRefresh }: ResourceTableProps) {
  return (
    <DataTable
      label="Resources"
      columns={canRefresh ? WITH_REFRESH : COLUMNS}
      rows={status.resources.map((row) => ({ ...row, isAutomatic: status.isAutomatic }))}
      rowKey={(row) => row.resource}
      rowHeight={ROW_HEIGHT}
    />
  );
}

/** What is read instead of Entities: "of 12 Collectives". */
function ofLabel({ resource, total }: ResourceStatus): string {
  if (KEPT_OF[resource] === 'deployment') return 'one list for all';
  return `of ${formatCount(total, 'Collective', 'Collectives')}`;
}

/** The parts that are not zero, as a bar and as text: "148 fresh, 3 failed". */
function KnownBar({ row }: { row: ResourceRow }) {
  const parts = PARTS.map((part) => ({ ...part, count: row[part.key] }));
  const some = parts.filter(({ count }) => count > 0);
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TallyBar segments={parts} height={8} />
      <Box component="span" sx={{ fontSize: '0.75rem', lineHeight: 1.25, color: 'text.secondary' }}>
        {some.length === 0
          ? 'nothing to read'
          : some.map(({ count, label }) => `${formatNumber(count)} ${label}`).join(', ')}
      </Box>
    </Box>
  );
}

function NextRead({ row: { nextAt, isAutomatic } }: { row: ResourceRow }) {
  if (isAutomatic || nextAt === null) return <DueText instant={nextAt} />;
  return <Hint text="Automatic reading is off.">on request</Hint>;
}

/** When something is due; "now" while it waits for its turn. */
export function DueText({ instant }: { instant: string | null }) {
  const now = useNow();
  const at = instantMs(instant);
  if (at === null) return MISSING;
  return at <= now ? 'now' : <RelativeTimeText instant={instant} />;
}
