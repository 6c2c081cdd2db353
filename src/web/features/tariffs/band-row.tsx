import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { SmallInput, SmallTime } from './native-fields.tsx';
import { removeStyles, rowStyles } from './row-styles.ts';
import { ALL_WEEKDAYS, type BandDraft, type SeasonDraft } from './tariff-draft.ts';

interface BandRowProps {
  name: string;
  unit: string;
  band: BandDraft;
  seasons: readonly SeasonDraft[];
  problemOf: (part: string, typed: string) => string | null;
  onChange: (change: Partial<BandDraft>) => void;
  onRemove: () => void;
}

/** A price with its hours, weekdays and seasons. */
export function BandRow(props: BandRowProps) {
  const { name, unit, band, seasons, problemOf, onChange, onRemove } = props;
  const field = (part: 'name' | 'price' | 'from' | 'to') => ({
    value: band[part],
    error: problemOf(part, band[part]),
    onText: (text: string) => onChange({ [part]: text }),
  });
  const weekdaysProblem = problemOf('weekdays', '-');
  const seasonsProblem = problemOf('seasons', '-');
  return (
    <Box component="fieldset" aria-label={name} sx={rowStyles}>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '180px 140px 112px 112px 40px' },
          alignItems: 'start',
        }}
      >
        <SmallInput label={`Name of ${name}`} maxLength={60} {...field('name')} />
        <SmallInput label={unit} inputMode="decimal" {...field('price')} />
        <SmallTime label="From" {...field('from')} />
        <SmallTime label="To" {...field('to')} />
        <Tooltip title="Remove">
          <IconButton aria-label={`Remove ${name}`} onClick={onRemove} sx={removeStyles}>
            <DeleteOutlineIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      </Box>
      <Checks
        label="Weekdays"
        choices={ALL_WEEKDAYS.map((day) => ({ value: day, label: weekdayName(day) }))}
        chosen={band.weekdays}
        problem={weekdaysProblem}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      {seasons.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
          <Box component="label" sx={checkStyles}>
            <input
              type="checkbox"
              checked={band.allYear}
              onChange={(event) => onChange({ allYear: event.target.checked })}
            />
            All year
          </Box>
          {!band.allYear && (
            <Checks
              label="Seasons"
              choices={seasons.map(({ key, name: season }, at) => ({
                value: key,
                label: season.trim() === '' ? `Season ${at + 1}` : season,
              }))}
              chosen={band.seasons}
              problem={seasonsProblem}
              onChange={(chosen) => onChange({ seasons: chosen })}
            />
          )}
        </Box>
      )}
    </Box>
  );
}

const checkStyles = {
  display: 'flex',
  gap: 0.5,
  alignItems: 'center',
  minHeight: 28,
  fontSize: '0.8125rem',
} as const;

interface ChecksProps<T> {
  label: string;
  choices: readonly { value: T; label: string }[];
  chosen: readonly T[];
  problem: string | null;
  onChange: (chosen: T[]) => void;
}

function Checks<T extends string | number>(props: ChecksProps<T>) {
  const { label, choices, chosen, problem, onChange } = props;
  return (
    <Box
      component="fieldset"
      aria-label={label}
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
    >
      {choices.map(({ value, label: name }) => (
        <Box key={value} component="label" sx={checkStyles}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(
                event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
              )
            }
          />
          {name}
        </Box>
      ))}
      {problem !== null && (
        <FormHelperText error sx={{ m: 0, flexBasis: '100%' }}>
          {problem}
        </FormHelperText>
      )}
    </Box>
  );
}
