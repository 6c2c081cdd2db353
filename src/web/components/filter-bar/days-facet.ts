import { choiceOfDays } from '../period-picker/day-presets.ts';
import type { Days } from '../period-picker/period-choice.ts';
import type { PeriodFacet } from './facet.ts';

/**
 * A filter by two days, either of which may be open.
 * @param label names the dated event: "Sent"
 * @param today YYYY-MM-DD in the zone
 */
export function daysFacet(
  label: string,
  days: Days,
  today: string,
  zone: string,
  onDays: (days: Days) => void,
): PeriodFacet {
  return {
    kind: 'period',
    key: 'period',
    label,
    verb: '',
    any: 'Any time',
    ...choiceOfDays(days, today, zone, onDays),
    onClear: () => onDays({ from: undefined, to: undefined }),
  };
}
