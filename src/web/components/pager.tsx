import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatNumber } from '../../domain/format.ts';
import { BarSelect } from './bar-select.tsx';

interface PagerProps {
  /** What is paged, for accessible names. */
  what: string;
  /** From 1. */
  page: number;
  size: number;
  sizes: readonly number[];
  total: number;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}

/** The range of rows shown, and buttons for the other pages; nothing for a list of one page. */
export function Pager({ what, page, size, sizes, total, onPage, onSize }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  if (total <= Math.min(...sizes) && page === 1) return null;
  return (
    <Box
      component="nav"
      aria-label={`Pages of ${what}`}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        pt: 1,
        fontSize: '0.8125rem',
        color: 'text.secondary',
      }}
    >
      <output>
        {formatNumber((page - 1) * size + 1)}–{formatNumber(Math.min(page * size, total))} of{' '}
        {formatNumber(total)}
      </output>
      <Button color="inherit" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {formatNumber(page)} of {formatNumber(pages)}
      </span>
      <Button color="inherit" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      {sizes.length > 1 && (
        <Box sx={{ ml: 'auto' }}>
          <BarSelect
            label="Rows per page"
            value={String(size)}
            onChange={(chosen) => onSize(Number(chosen))}
          >
            {sizes.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </BarSelect>
        </Box>
      )}
    </Box>
  );
}
