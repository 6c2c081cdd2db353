import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type Schedule, SCHEDULE_ROUTES } from '../../../contract/console/schedule.ts';
import { formatNumber } from '../../../domain/format.ts';
import { query } from '../../api/query.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { PlannedTable } from './planned-table.tsx';

/** Maximum number of planned items on a Collective's page. */
const SHOWN = 50;

/** The next planned Commands of a Collective, with a link to the Schedule page. */
export function Upcoming({ collectiveId }: { collectiveId: string }) {
  const schedule = useQuery(scheduleOf(collectiveId));
  const { data } = schedule;
  return (
    <Section
      ofTab
      title="Schedule"
      aside={data !== undefined && <AsOf read={schedule} what="the schedule" />}
    >
      <Read query={schedule} rows={1} what="the schedule">
        {(read) => <Planned collectiveId={collectiveId} schedule={read} />}
      </Read>
    </Section>
  );
}

function Planned({ collectiveId, schedule }: { collectiveId: string; schedule: Schedule }) {
  const { items, unresolved } = schedule;
  return (
    <>
      {items.length > 0 && <PlannedTable items={items.slice(0, SHOWN)} withCollective={false} />}
      <Typography variant="body2" color="textSecondary" sx={{ mt: items.length > 0 ? 1 : 0 }}>
        {items.length === 0 && 'Nothing is planned for this Collective, as far as is known. '}
        {unresolved.length > 0 &&
          `${formatNumber(unresolved.length)} with an unknown outcome may have planned more. `}
        <AppLink to="/schedule" search={{ collective: collectiveId }}>
          {items.length > SHOWN
            ? `All ${formatNumber(items.length)} on the Schedule page`
            : 'On the Schedule page'}
        </AppLink>
      </Typography>
    </>
  );
}

/** How often the schedule is read again while it is shown, in ms. */
const POLL_MS = 15_000;

/** All future Commands that this console knows, or those of one Collective. */
export function scheduleOf(collectiveId?: string) {
  const asked = query(SCHEDULE_ROUTES.schedule, { query: { collectiveId } });
  return { ...asked, refetchInterval: POLL_MS };
}
