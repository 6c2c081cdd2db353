import type { z } from '../../../contract/zod.ts';
import { RESOURCE_LABELS } from '../../../domain/fleet-policy.ts';
import { PageNumber } from '../../components/list/address.ts';
import { choice, declareList } from '../../components/list/declare-list.ts';

/** The page of fleet data in its address: which failures are listed. */
export const FAILURES = declareList({
  resource: choice({ label: 'Resource', any: 'Any resource' }, RESOURCE_LABELS),
  page: PageNumber,
});
export const FleetSearch = FAILURES.schema;
export type FleetSearch = z.infer<typeof FleetSearch>;
