import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { VERDICT_LABELS } from '../../../domain/command-status.ts';
import { formatNumber, MISSING } from '../../../domain/format.ts';
import { Card } from '../../components/card.tsx';
import type { MatrixRow } from './batch-overview.ts';
import { NO_FILTER, PROOFS, type BatchSearch } from './batch-search.ts';

const PROOF_LABELS: Readonly<Record<(typeof PROOFS)[number], string>> = {
  none: 'None',
  pending: 'Pending',
  verified: 'Verified',
  failed: 'Failed',
  unrecognised: 'Other',
};

interface BatchMatrixProps {
  matrix: readonly MatrixRow[];
  search: BatchSearch;
  onSearch: (change: Partial<BatchSearch>) => void;
}

const tableStyles = {
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  width: '100%',
  '& th, & td': { p: 0, textAlign: 'right', borderBottom: 1, borderColor: 'divider' },
  '& th, & button': { whiteSpace: 'nowrap', overflowWrap: 'normal' },
  '& th': { fontWeight: 500, px: 0.5, height: 28, color: 'text.secondary', fontSize: '0.75rem' },
  '& th[scope="colgroup"]': { height: 22, borderBottom: 0 },
  '& thead th': { verticalAlign: 'bottom', pb: 0.5 },
  '& th[scope="row"]': { textAlign: 'left', pl: 0, color: 'text.primary', maxWidth: 160 },
  '& td.none': { px: 0.5, color: 'text.secondary' },
} as const;

/** Acknowledged status by verification. Each count filters the rows. */
export function BatchMatrix({ matrix, search, onSearch }: BatchMatrixProps) {
  const columns = PROOFS.filter((proof) => matrix.some(({ counts }) => counts[proof] > 0));
  return (
    <Card title="Status and verification">
      <Box component="table" aria-label="Status and verification" sx={tableStyles}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} style={{ textAlign: 'left', paddingLeft: 0 }}>
              Status
            </th>
            <th scope="colgroup" colSpan={columns.length}>
              Verification
            </th>
          </tr>
          <tr>
            {columns.map((proof) => (
              <th key={proof} scope="col">
                {PROOF_LABELS[proof]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.map((row) => (
            <tr key={row.status ?? ''}>
              <th scope="row">{row.status ?? VERDICT_LABELS.unknown}</th>
              {columns.map((proof) => (
                <MatrixCell
                  key={proof}
                  row={row}
                  proof={proof}
                  search={search}
                  onSearch={onSearch}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Card>
  );
}

interface MatrixCellProps extends Pick<BatchMatrixProps, 'search' | 'onSearch'> {
  row: MatrixRow;
  proof: (typeof PROOFS)[number];
}

function MatrixCell({ row, proof, search, onSearch }: MatrixCellProps) {
  const count = row.counts[proof];
  if (count === 0) return <td className="none">{MISSING}</td>;
  const cell =
    row.status === null
      ? ({ verdict: 'unknown' } as const)
      : ({ status: row.status, proof } as const);
  const on =
    row.status === null
      ? search.verdict === 'unknown'
      : search.status === row.status && search.proof === proof;
  const label =
    row.status === null
      ? VERDICT_LABELS.unknown
      : `${row.status}, verification ${PROOF_LABELS[proof].toLowerCase()}`;
  return (
    <td>
      <ButtonBase
        aria-pressed={on}
        aria-label={`${label}: ${formatNumber(count)}`}
        onClick={() => onSearch(on ? NO_FILTER : { ...NO_FILTER, q: search.q, ...cell })}
        sx={{
          width: '100%',
          minHeight: 28,
          minWidth: 36,
          px: 0.5,
          justifyContent: 'flex-end',
          fontWeight: 600,
          bgcolor: on ? 'action.selected' : 'transparent',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        {formatNumber(count)}
      </ButtonBase>
    </td>
  );
}
