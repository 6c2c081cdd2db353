import { SCHEDULE_ROUTES } from '../../../contract/console/schedule.ts';
import { query } from '../../api/query.ts';

/** How often the schedule is read again while it is shown, in ms. */
const POLL_MS = 15_000;

/** All future Commands that this console knows, or those of one Collective. */
export function scheduleOf(collectiveId?: string) {
  const asked = query(SCHEDULE_ROUTES.schedule, { query: { collectiveId } });
  return { ...asked, refetchInterval: POLL_MS };
}
