import useMediaQuery from '@mui/material/useMediaQuery';
import { NARROW } from './narrow.ts';

/** Whether the page is as narrow as a phone. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, { noSsr: true });
}
