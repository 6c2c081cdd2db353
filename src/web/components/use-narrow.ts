import useMediaQuery from '@mui/material/useMediaQuery';

/** Media query for phone width. */
const NARROW = '(max-width:699.95px)';

/** Whether the page has phone width. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, { noSsr: true });
}
