import { useQuery } from '@tanstack/react-query';
import { CONFIRM_ENTITIES_DEFAULT } from '../../domain/confirmation-rule.ts';
import { sessionQuery } from './session.ts';

/** How many Entities a dispatch may reach before the name of its Collective is typed, as configured. */
export function useConfirmEntities(): number {
  const { data } = useQuery(sessionQuery);
  return data?.confirmEntities ?? CONFIRM_ENTITIES_DEFAULT;
}
