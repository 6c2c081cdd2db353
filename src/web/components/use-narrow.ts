import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMediaQuery('(max-width:699.95px)', { noSsr: true });
}
