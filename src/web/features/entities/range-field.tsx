import Box from '@mui/material/Box';
import { dateIn } from '../../../domain/time.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { DateInput } from '../../components/date-input.tsx';
import { RANGES, type EntitySearch, type RangeName } from './entity-search.ts';
import { DEFAULT_RANGE } from './session-range.ts';

const LABELS: Readonly<Record<RangeName, string>> = {
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  all: 'All time',
  custom: 'From … to …',
};

interface RangeFieldProps {
  search: EntitySearch;
  zone: string;
  problem: string | null;
  onSearch: (change: Partial<EntitySearch>) => void;
}

/** Presets, or two dates in the zone that is named beside them. */
export function RangeField({ search, zone, problem, onSearch }: RangeFieldProps) {
  const name = search.range ?? DEFAULT_RANGE;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <ChoiceChips
        label="Period"
        required
        choices={RANGES.map((value) => ({ value, label: LABELS[value] }))}
        value={name}
        onChange={(value) => {
          const range = RANGES.find((known) => known === value);
          if (range === undefined) return;
          const today = dateIn(zone, Date.now());
          onSearch({
            range,
            page: undefined,
            from: range === 'custom' ? (search.from ?? today) : undefined,
            to: range === 'custom' ? (search.to ?? today) : undefined,
          });
        }}
      />
      {name === 'custom' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <DateInput
            label="First day"
            value={search.from}
            onChange={(from) => onSearch({ from, page: undefined })}
          />
          <span aria-hidden="true">to</span>
          <DateInput
            label="Last day"
            value={search.to}
            onChange={(to) => onSearch({ to, page: undefined })}
          />
        </Box>
      )}
      <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        Days in {zone}
      </Box>
      {problem !== null && (
        <Box role="alert" sx={{ fontSize: '0.8125rem', color: 'error.main', flexBasis: '100%' }}>
          {problem}
        </Box>
      )}
    </Box>
  );
}
