import { z } from '../../../contract/zod.ts';
import { OPERATOR_ID } from '../../../contract/console/headers.ts';
import { address } from '../../components/list/address.ts';

/** Search parameters of the page of operators. */
export const OperatorsSearch = address({
  /** The operator whose page is open; absent: the list. */
  operator: z.string().regex(OPERATOR_ID),
});
export type OperatorsSearch = z.infer<typeof OperatorsSearch>;
