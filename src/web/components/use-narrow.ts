import useMediaQuery from '@mui/material/useMediaQuery';
import { NARROW } from './narrow.ts';

/** Whether the page has phone width. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, { noSsr: true });
}
