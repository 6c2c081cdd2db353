import { createContext, useContext } from 'react';

/** Whether the content belongs to an offboarded Entity: a refusal by the Service is then not an error. */
export const OffboardedContext = createContext(false);

const GONE = 'This Entity is offboarded: the Service no longer knows it, so it cannot be changed.';

/**
 * Why changes to an Entity are not offered, in words; null if they are.
 * @param denial why this operator may not make them, or null
 */
export function useChangeObstacle(denial: string | null): string | null {
  return useContext(OffboardedContext) ? GONE : denial;
}
