import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatCount } from '../../domain/format.ts';

interface PagedList {
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface MoreButtonProps {
  list: PagedList;
  /** The accessible name, if `children` is not enough. */
  label?: string;
  children: ReactNode;
}

/** Reads the next page of a list; absent after the last one. */
export function MoreButton({ list, label, children }: MoreButtonProps) {
  const { hasNextPage, isFetching, fetchNextPage } = list;
  if (!hasNextPage) return null;
  return (
    <Button
      variant="outlined"
      color="inherit"
      aria-disabled={isFetching}
      aria-label={label}
      onClick={() => {
        if (!isFetching) void fetchNextPage();
      }}
      sx={{ justifySelf: 'start' }}
    >
      {isFetching ? 'Reading' : children}
    </Button>
  );
}

interface OlderRowsProps {
  list: PagedList & { isError: boolean };
  /** How many are shown. */
  count: number;
  /** What they are: "batches". */
  what: string;
  children?: ReactNode;
}

/** How many rows are shown, and a button for the older ones. */
export function OlderRows({ list, count, what, children }: OlderRowsProps) {
  const { hasNextPage, isError } = list;
  return (
    <Box
      component="footer"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', pt: 2 }}
    >
      <output>
        {formatCount(count, 'row', 'rows')}
        {hasNextPage ? ', and there are older ones' : ', no older ones'}
      </output>
      <MoreButton list={list} label={`Show older ${what}`}>
        Older
      </MoreButton>
      {hasNextPage && isError && <span>Older {what} could not be read; try again.</span>}
      {children}
    </Box>
  );
}
