import { errorMessage, titledMessage } from '../../../../domain/command-reason.ts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { Observation } from '../../../../contract/console/batch.ts';
import type { ReceiptContent } from '../../../../contract/console/receipt.ts';
import { commandLabelWithValue } from '../../../../domain/command-rules.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../../domain/format.ts';
import { AlsoCommandedMark } from '../../../components/status/also-commanded-mark.tsx';
import { VerdictMark } from '../../../components/status/verdict-mark.tsx';
import { cellStyles } from '../../../components/data-table/table-styles.ts';
import { ExactTimeText } from '../../../components/time-text.tsx';
import { useNarrow } from '../../../components/use-narrow.ts';
import { MONO } from '../../../theme/theme.ts';

type Row = ReceiptContent['commands'][number];

/** Rows rendered at first: more take the browser a while. */
const DRAWN_AT_FIRST = 300;

const keyOf = ({ row }: Row) => row.commandId ?? row.entityId;

/** Every Entity of a batch with its Command and each seen change. */
export function ReceiptRows({
  rows,
  also,
  all,
  onAll,
}: {
  rows: readonly Row[];
  /** Ids of Entities named only in the answer. */
  also: ReadonlySet<string>;
  /** Whether all rows are rendered. */
  all: boolean;
  onAll: () => void;
}) {
  const narrow = useNarrow();
  const drawn = all ? rows : rows.slice(0, DRAWN_AT_FIRST);
  return (
    <>
      {narrow ? <RowList rows={drawn} also={also} /> : <RowTable rows={drawn} also={also} />}
      {drawn.length < rows.length && (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', pt: 1 }}>
          <span>
            {formatNumber(drawn.length)} of {formatCount(rows.length, 'row', 'rows')} are shown.
          </span>
          <Button color="inherit" variant="outlined" onClick={onAll}>
            Show all
          </Button>
        </Box>
      )}
    </>
  );
}

interface RowsProps {
  rows: readonly Row[];
  also: ReadonlySet<string>;
}

function RowTable({ rows, also }: RowsProps) {
  return (
    <Box
      component="table"
      aria-label="Entities and Commands"
      sx={{
        ...cellStyles,
        borderTop: 1,
        borderColor: 'divider',
        '& td': {
          padding: '6px 10px',
          verticalAlign: 'top',
          whiteSpace: 'normal',
          borderBottom: '1px solid var(--mui-palette-divider)',
          overflowWrap: 'anywhere',
        },
        '& td:first-of-type': { paddingLeft: '4px' },
      }}
    >
      <thead>
        <tr>
          <th scope="col" style={{ width: '20%' }}>
            Entity
          </th>
          <th scope="col" style={{ width: '20%' }}>
            Command
          </th>
          <th scope="col" style={{ width: '170px' }}>
            State
          </th>
          <th scope="col">Changes seen</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((each) => (
          <tr key={keyOf(each)}>
            <td>
              <EntityCell row={each.row} also={also.has(each.row.entityId)} />
            </td>
            <td>
              <CommandCell row={each.row} />
            </td>
            <td>
              <VerdictMark reported={each.row} />
              <Messages row={each.row} />
            </td>
            <td>
              <Changes observations={each.observations} />
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

function RowList({ rows, also }: RowsProps) {
  return (
    <Box
      component="ul"
      aria-label="Entities and Commands"
      sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}
    >
      {rows.map((each) => (
        <Box
          key={keyOf(each)}
          component="li"
          sx={{ borderBottom: 1, borderColor: 'divider', py: 1, display: 'grid', gap: 0.5 }}
        >
          <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
            <EntityCell row={each.row} also={also.has(each.row.entityId)} />
            <span>
              <VerdictMark reported={each.row} />
            </span>
          </Box>
          <Messages row={each.row} />
          <Changes observations={each.observations} />
        </Box>
      ))}
    </Box>
  );
}

function EntityCell({ row, also }: { row: Row['row']; also: boolean }) {
  return (
    <div>
      <div>
        {row.entityName ?? `Entity ${shortId(row.entityId)}`}
        {also && <AlsoCommandedMark />}
      </div>
      <Id id={row.entityId} />
    </div>
  );
}

function CommandCell({ row }: { row: Row['row'] }) {
  if (row.commandId === null) return MISSING;
  return (
    <div>
      <div>{commandLabelWithValue(row)}</div>
      <Id id={row.commandId} />
      {row.triggerTime !== null && (
        <Small>
          Triggers <ExactTimeText instant={row.triggerTime} />
        </Small>
      )}
      {row.matched !== null && <Small>Found by a check: {row.matched}</Small>}
    </div>
  );
}

/** The device's error, and why the Command was not fully read. */
function Messages({ row }: { row: Row['row'] }) {
  const said = errorMessage(row);
  return (
    <>
      {said !== null && (
        <Small>
          <bdi>{said}</bdi>
        </Small>
      )}
      {row.readError !== null && <Small>{row.readError}</Small>}
      {row.lateChangeAt !== null && (
        <Small>
          Late change <ExactTimeText instant={row.lateChangeAt} />
        </Small>
      )}
    </>
  );
}

function verificationLabel({ verification }: Observation): string | null {
  if (verification === null) return null;
  const said = titledMessage(verification.error);
  const parts = [verification.status ?? 'without a status', said].filter((part) => part !== null);
  return `verification ${parts.join(': ')}`;
}

function Changes({ observations }: { observations: readonly Observation[] }) {
  if (observations.length === 0) return <Small>None</Small>;
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' }}>
      {observations.map((seen) => {
        const parts = [
          seen.status,
          titledMessage(seen.error),
          verificationLabel(seen),
          seen.late ? 'late' : null,
        ];
        return (
          <li key={seen.sequence}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              <ExactTimeText instant={seen.seenAt} />
            </Box>{' '}
            <bdi>{parts.filter((part) => part !== null).join(' · ')}</bdi>
          </li>
        );
      })}
    </Box>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{children}</Box>;
}

function Id({ id }: { id: string }) {
  return <Box sx={{ fontFamily: MONO, fontSize: '0.75rem', color: 'text.secondary' }}>{id}</Box>;
}
