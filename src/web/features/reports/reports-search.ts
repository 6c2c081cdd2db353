import { z } from '../../../contract/zod.ts';
import { address } from '../../components/list/address.ts';

/** Rows of a page of the list of reports. */
export const PER_PAGE = 25;

/** URL state of the list of reports. */
export const ReportsSearch = address({
  /** From 1; absent: the first. */
  page: z.coerce.number().int().min(2).max(100_000),
});
export type ReportsSearch = z.infer<typeof ReportsSearch>;
