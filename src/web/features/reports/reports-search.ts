import { z } from '../../../contract/zod.ts';

/** Rows per page of the list of reports. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** URL state of the list of reports. */
export const ReportsSearch = z.object({
  /** From 1; absent: the first. */
  page: z.coerce.number().int().min(2).max(400_000).optional().catch(undefined),
  size: z.coerce
    .number()
    .pipe(z.literal([...PAGE_SIZES]))
    .optional()
    .catch(undefined),
});
export type ReportsSearch = z.infer<typeof ReportsSearch>;
