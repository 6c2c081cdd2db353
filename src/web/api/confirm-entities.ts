import { useQuery } from '@tanstack/react-query';
import { CONFIRM_ENTITIES_DEFAULT } from '../../domain/confirmation-rule.ts';
import { sessionQuery } from './session.ts';

/** Above this many Entities the operator must type the Collective's name; from the configuration. */
export function useConfirmEntities(): number {
  const { data } = useQuery(sessionQuery);
  return data?.confirmEntities ?? CONFIRM_ENTITIES_DEFAULT;
}
