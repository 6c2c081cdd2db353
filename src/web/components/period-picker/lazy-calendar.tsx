import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import type { CalendarProps } from './calendar.tsx';

function NoCalendar() {
  return <Typography variant="body2">The calendar could not be loaded. Type the days.</Typography>;
}

const Loaded = lazy<(props: CalendarProps) => React.ReactNode>(async () => {
  try {
    return { default: (await import('./calendar.tsx')).Calendar };
  } catch {
    return { default: NoCalendar };
  }
});

/** The calendar; its code is loaded when it is first shown. */
export function LazyCalendar(props: CalendarProps) {
  const width = props.months * 224 + (props.months - 1) * 20;
  return (
    <Suspense
      fallback={<Skeleton variant="rounded" height={252} width={width} sx={{ maxWidth: '100%' }} />}
    >
      <Loaded {...props} />
    </Suspense>
  );
}
