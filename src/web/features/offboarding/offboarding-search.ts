import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { address, Flag, PageNumber, pageSize } from '../../components/list/address.ts';

/** Rows per page of the table of requests. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** URL state of the Offboarding page. */
export const OffboardingSearch = address({
  /** Only requests with this status, verbatim. */
  status: z.string().max(100),
  /** The request whose fields are shown. */
  request: Uuid,
  /** Whether the form for new requests is open. */
  new: Flag,
  page: PageNumber,
  size: pageSize(PAGE_SIZES),
});
export type OffboardingSearch = z.infer<typeof OffboardingSearch>;
