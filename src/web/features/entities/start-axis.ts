import { formatDate, formatDateTime } from '../../../domain/format.ts';
import { dateIn } from '../../../domain/time.ts';
import { AXIS } from '../../components/charts/chart-frame.tsx';

/** The axis of starts: of sessions, or of each day, week or month. */
export function startAxis(per: string, zone: string) {
  const tickFormatter = (start: unknown) =>
    formatDate(per === 'session' ? dateIn(zone, Date.parse(String(start))) : String(start));
  return { ...AXIS, dataKey: 'start', minTickGap: 36, tickFormatter };
}

/** The tooltip's label on that axis. */
export function startLabel(per: string, zone: string) {
  return (start: unknown): string => {
    if (per === 'session') return formatDateTime(String(start), zone);
    const date = formatDate(String(start));
    return per === 'day' ? date : `${per} from ${date}`;
  };
}
