import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatNumber } from '../../domain/format.ts';

interface PagerProps {
  /** What is paged, for accessible names. */
  what: string;
  /** From 1. */
  page: number;
  /** Rows of a page. */
  size: number;
  total: number;
  onPage: (page: number) => void;
}

/** The range of rows shown, and buttons for the other pages; nothing for a list of one page. */
export function Pager({ what, page, size, total, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size));
  if (pages === 1 && page === 1) return null;
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
    </Box>
  );
}
