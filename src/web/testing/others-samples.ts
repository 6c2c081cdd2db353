import type { OthersPlans, OthersRound } from '../../contract/console/others-commands.ts';
import { uuid } from './samples.ts';

/** A plan of another system for the solar farm. */
const PLANNED_BY_OTHERS: OthersRound = {
  type: 'LimitFeedIn',
  value: '40000',
  triggerAt: '2026-03-03T11:00:00Z',
  verdictCounts: { pending: 30 },
  collective: { id: uuid(2), name: 'Solar farm' },
};

export const OTHERS_PLANS: OthersPlans = { plans: 1, commands: 30, next: [PLANNED_BY_OTHERS] };
export const NO_PLANS: OthersPlans = { plans: 0, commands: 0, next: [] };
