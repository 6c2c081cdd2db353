import Box from '@mui/material/Box';
import type { FleetStatus, ResourceStatus } from '../../../contract/console/fleet.ts';
import { KEPT_OF, RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { formatCount } from '../../../domain/format.ts';
import { Hint } from '../../components/hint.tsx';
import { TallyBar } from '../../components/status/tally-bar.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';
import { segmentFill } from '../../theme/status.ts';
import { DueText } from './due-text.tsx';
import { policyLabel, requestsLabel } from './fleet-labels.ts';
import { PARTS, partSegments, partsLabel } from './resource-parts.ts';

/** Height of rows with a bar and its counts, in px. */
const ROW_HEIGHT = 56;

interface ResourceRow extends ResourceStatus {
  /** Whether the console reads on its own. */
  isAutomatic: boolean;
}

const COLUMNS: readonly Column<ResourceRow>[] = [
  {
    key: 'resource',
    header: 'Resource',
    width: '17%',
    cell: (row) => (
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
    ),
  },
  { key: 'policy', header: 'Policy', width: '11%', cell: (row) => policyLabel(row.everySeconds) },
  { key: 'known', header: 'Known', cell: (row) => <KnownBar row={row} /> },
  {
    key: 'oldest',
    header: 'Oldest read',
    width: '13%',
    cell: (row) => <RelativeTimeText instant={row.oldestAt} />,
  },
  { key: 'next', header: 'Next due', width: '13%', cell: (row) => <NextRead row={row} /> },
  {
    key: 'requests',
    header: 'Requests in 24 h',
    width: '18%',
    numeric: true,
    cell: requestsLabel,
  },
];

/** A row per resource: how much of it is known, how old that is, and the cost of keeping it fresh. */
export function ResourceTable({ status }: { status: FleetStatus }) {
  return (
    <>
      <Legend />
      <DataTable
        label="Resources"
        columns={COLUMNS}
        rows={status.resources.map((row) => ({ ...row, isAutomatic: status.isAutomatic }))}
        rowKey={(row) => row.resource}
        rowHeight={ROW_HEIGHT}
        renderNarrow={(row) => ({
          first: (
            <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
              {RESOURCE_LABELS[row.resource]}
              <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
                {KEPT_OF[row.resource] !== 'entity' && `${ofLabel(row)}, `}
                {policyLabel(row.everySeconds)}
              </Box>
            </Box>
          ),
          second: (
            <Box sx={{ display: 'grid', gap: 0.5 }}>
              <KnownBar row={row} />
              <span>
                oldest <RelativeTimeText instant={row.oldestAt} /> · next <NextRead row={row} /> ·{' '}
                requests: {requestsLabel(row)}
              </span>
            </Box>
          ),
        })}
      />
    </>
  );
}

/** What is read instead of Entities: "of 12 Collectives". */
function ofLabel({ resource, total }: ResourceStatus): string {
  if (KEPT_OF[resource] === 'deployment') return 'one list for all';
  return `of ${formatCount(total, 'Collective', 'Collectives')}`;
}

function KnownBar({ row }: { row: ResourceStatus }) {
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TallyBar segments={partSegments(row)} height={8} />
      <Box component="span" sx={{ fontSize: '0.75rem', lineHeight: 1.25, color: 'text.secondary' }}>
        {partsLabel(row)}
      </Box>
    </Box>
  );
}

function NextRead({ row: { nextAt, isAutomatic } }: { row: ResourceRow }) {
  if (isAutomatic || nextAt === null) return <DueText instant={nextAt} />;
  return <Hint text="Automatic reading is off.">on request</Hint>;
}

function Legend() {
  return (
    <Box
      component="ul"
      aria-label="Legend of the bars"
      sx={{
        listStyle: 'none',
        m: 0,
        mb: 1,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        rowGap: 0.25,
        fontSize: '0.8125rem',
      }}
    >
      {PARTS.map(({ key, label, meaning, style }) => (
        <Box key={key} component="li" sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
          <Box
            component="span"
            aria-hidden="true"
            sx={{ width: 18, height: 8, borderRadius: 0.5, background: segmentFill(style) }}
          />
          <Hint text={meaning}>{label}</Hint>
        </Box>
      ))}
    </Box>
  );
}
