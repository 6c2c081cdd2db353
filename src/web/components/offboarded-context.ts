import { createContext, useContext } from 'react';

/** Whether what is shown is of an Entity that was offboarded: that the Service refuses it is no fault. */
export const OffboardedContext = createContext(false);

const GONE =
  'This Entity is offboarded: the Service does not know it any more, so nothing of it can be changed.';

/**
 * Why what changes an Entity is not offered, in words; null: it is.
 * @param denial why this operator may not do it, or null
 */
export function useChangeObstacle(denial: string | null): string | null {
  return useContext(OffboardedContext) ? GONE : denial;
}
