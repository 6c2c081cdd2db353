import { createContext, useContext } from 'react';

/** Whether the content belongs to an offboarded Entity: a refusal by the Service is then not an error. */
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
