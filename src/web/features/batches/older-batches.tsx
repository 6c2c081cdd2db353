import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatCount } from '../../../domain/format.ts';

interface OlderBatchesProps {
  /** The batches, as they are read page after page. */
  list: {
    hasNextPage: boolean;
    isFetching: boolean;
    isError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** How many are shown. */
  count: number;
  children?: ReactNode;
}

/** How many batches are shown, and a button for the older ones. */
export function OlderBatches({ list, count, children }: OlderBatchesProps) {
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  return (
    <Box
      component="footer"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', pt: 2 }}
    >
      <output>
        {formatCount(count, 'row', 'rows')}
        {hasNextPage ? ', and there are older ones' : ', no older ones'}
      </output>
      {hasNextPage && (
        <Button
          variant="outlined"
          color="inherit"
          aria-disabled={isFetching}
          aria-label="Show older batches"
          onClick={() => {
            if (!isFetching) void fetchNextPage();
          }}
        >
          {isFetching ? 'Reading' : 'Older'}
        </Button>
      )}
      {hasNextPage && isError && <span>Older batches could not be read; try again.</span>}
      {children}
    </Box>
  );
}
