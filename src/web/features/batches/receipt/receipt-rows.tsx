import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type ReactNode } from 'react';
import type { Observation } from '../../../../contract/console/batch.ts';
import type { ReceiptContent } from '../../../../contract/console/receipt.ts';
import { errorMessage, titledMessage } from '../../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../../domain/command-rules.ts';
import { formatCount, formatNumber, MISSING, shortId } from '../../../../domain/format.ts';
import { cellStyles } from '../../../components/data-table/table-styles.ts';
import { AlsoCommandedMark } from '../../../components/status/also-commanded-mark.tsx';
import { VerdictMark } from '../../../components/status/verdict-mark.tsx';
import { ExactTimeText } from '../../../components/time-text.tsx';
import { useOnPaper } from '../../../components/use-on-paper.ts';
import { MONO } from '../../../theme/theme.ts';

type Row = ReceiptContent['commands'][number];

interface ReceiptRowsProps {
  rows: readonly Row[];
  /** Ids of Entities named only in the answer. */
  also: ReadonlySet<string>;
}

/** Rows rendered at first: more take the browser a while. */
const DRAWN_AT_FIRST = 300;
const COLUMNS = [
  { name: 'Entity', width: '22%' },
  { name: 'Command', width: '24%' },
  { name: 'State', width: '20%' },
  { name: 'Changes seen', width: '34%' },
] as const;

/**
 * Every Entity of a batch with its Command and each seen change. A plain table: its rows differ in
 * height, and paper needs all of them.
 */
export function ReceiptRows({ rows, also }: ReceiptRowsProps) {
  const [asked, setAsked] = useState(false);
  const all = useOnPaper() || asked;
  const drawn = all ? rows : rows.slice(0, DRAWN_AT_FIRST);
  return (
    <>
      <Box
        component="section"
        aria-label="Rows of the receipt"
        tabIndex={0}
        sx={{ overflowX: 'auto' }}
      >
        <Box component="table" aria-label="Entities and Commands" sx={tableStyles}>
          <thead>
            <tr>
              {COLUMNS.map(({ name, width }) => (
                <th key={name} scope="col" style={{ width }}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map(({ row, observations }) => (
              <tr key={row.commandId ?? row.entityId}>
                <td>
                  {row.entityName ?? `Entity ${shortId(row.entityId)}`}
                  {also.has(row.entityId) && <AlsoCommandedMark />}
                  <Id id={row.entityId} />
                </td>
                <td>
                  <CommandCell row={row} />
                </td>
                <td>
                  <VerdictMark reported={row} />
                  <Messages row={row} />
                </td>
                <td>
                  <Changes observations={observations} />
                </td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
      {drawn.length < rows.length && (
        <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', pt: 1 }}>
          <span>
            {formatNumber(drawn.length)} of {formatCount(rows.length, 'row', 'rows')} are shown.
          </span>
          <Button color="inherit" variant="outlined" onClick={() => setAsked(true)}>
            Show all
          </Button>
        </Box>
      )}
    </>
  );
}

const tableStyles = {
  ...cellStyles,
  minWidth: 640,
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
  '@media print': { minWidth: 0 },
} as const;

function CommandCell({ row }: Pick<Row, 'row'>) {
  if (row.commandId === null) return MISSING;
  return (
    <>
      {commandLabelWithValue(row)}
      <Id id={row.commandId} />
      {row.triggerTime !== null && (
        <Small>
          Triggers <ExactTimeText instant={row.triggerTime} />
        </Small>
      )}
      {row.matched !== null && <Small>Found by a check</Small>}
    </>
  );
}

/** The device's error, and why the Command was not fully read. */
function Messages({ row }: Pick<Row, 'row'>) {
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
