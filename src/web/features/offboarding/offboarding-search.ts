import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address, Flag } from '../../components/list/address.ts';

/** URL state of the Offboarding page. */
export const OffboardingSearch = address({
  /** Only requests with this status, verbatim. */
  status: z.string().max(100),
  /** The request whose fields are shown. */
  request: Uuid,
  /** Whether the form for new requests is open. */
  new: Flag,
});
export type OffboardingSearch = z.infer<typeof OffboardingSearch>;
