import { z } from '../../../contract/zod.ts';
import { address, pageSize } from '../../components/list/address.ts';

/** Rows per page of the list of reports. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** URL state of the list of reports. */
export const ReportsSearch = address({
  /** From 1; absent: the first. */
  page: z.coerce.number().int().min(2).max(100_000),
  size: pageSize(PAGE_SIZES),
});
export type ReportsSearch = z.infer<typeof ReportsSearch>;
