import { z } from '../../../contract/zod.ts';
import { VERDICTS } from '../../../domain/command-status.ts';

/** What a batch's page keeps in its URL: which rows are shown. */
export const BatchSearch = z.object({
  verdict: z.enum(VERDICTS).optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
});
export type BatchSearch = z.infer<typeof BatchSearch>;
