import AddIcon from '@mui/icons-material/Add';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { weekdayName } from '../../../domain/reports/tariff-words.ts';
import { legendStyles } from '../../components/field-styles.ts';
import { DayOfYear, SmallInput } from './native-fields.tsx';
import {
  ALL_WEEKDAYS,
  emptyBand,
  emptySeason,
  type BandDraft,
  type RateDraft,
  type SeasonDraft,
} from './tariff-draft.ts';

const SEASONS_MAX = 12;
const BANDS_MAX = 50;

interface TimeOfUseFieldsProps {
  rate: RateDraft;
  currency: string;
  onRate: (change: Partial<RateDraft>) => void;
  /** The words for what is wrong with a part of the rate, such as "bands.0.price". */
  problemOf: (part: string, typed: string) => string | null;
}

const rowStyles = {
  border: 0,
  borderTop: 1,
  borderColor: 'divider',
  m: 0,
  p: 0,
  py: 1,
  minWidth: 0,
  display: 'grid',
  gap: 1,
} as const;

function replaced<T extends { key: string }>(list: readonly T[], key: string, change: Partial<T>) {
  return list.map((each) => (each.key === key ? { ...each, ...change } : each));
}

/** Prices by season, weekday and hour, and the price outside of all of them. */
export function TimeOfUseFields(props: TimeOfUseFieldsProps) {
  const { rate, currency, onRate, problemOf } = props;
  const { seasons, bands } = rate;
  const unit = currency === '' ? 'per kWh' : `${currency} per kWh`;
  function removeSeason(gone: string): void {
    onRate({
      seasons: seasons.filter(({ key }) => key !== gone),
      bands: bands.map((band) => {
        const left = band.seasons.filter((key) => key !== gone);
        return { ...band, seasons: left, allYear: band.allYear || left.length === 0 };
      }),
    });
  }
  const bandsProblem = problemOf('bands', '');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography component="div" sx={legendStyles}>
          Seasons
        </Typography>
        {seasons.map((season, at) => (
          <SeasonRow
            key={season.key}
            name={`Season ${at + 1}`}
            season={season}
            problem={problemOf(`seasons.${at}.name`, season.name)}
            onChange={(change) => onRate({ seasons: replaced(seasons, season.key, change) })}
            onRemove={() => removeSeason(season.key)}
          />
        ))}
        <Button
          color="inherit"
          startIcon={<AddIcon />}
          disabled={seasons.length >= SEASONS_MAX}
          onClick={() => onRate({ seasons: [...seasons, emptySeason()] })}
        >
          Add a season
        </Button>
        {seasons.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            Without seasons all prices hold all year.
          </Typography>
        )}
      </Box>
      <Box>
        <Typography component="div" sx={legendStyles}>
          Prices by hour; where several fit, the first one decides
        </Typography>
        {bands.map((band, at) => (
          <BandRow
            key={band.key}
            name={`Price ${at + 1}`}
            unit={unit}
            band={band}
            seasons={seasons}
            problemOf={(part, typed) => problemOf(`bands.${at}.${part}`, typed)}
            onChange={(change) => onRate({ bands: replaced(bands, band.key, change) })}
            onRemove={() => onRate({ bands: bands.filter(({ key }) => key !== band.key) })}
          />
        ))}
        {bandsProblem !== null && (
          <FormHelperText error sx={{ m: 0 }}>
            {bandsProblem}
          </FormHelperText>
        )}
        <Button
          color="inherit"
          startIcon={<AddIcon />}
          disabled={bands.length >= BANDS_MAX}
          onClick={() => onRate({ bands: [...bands, emptyBand()] })}
        >
          Add a price
        </Button>
        <Typography variant="body2" color="textSecondary">
          An end before the begin goes over midnight; the same time twice is the whole day.
        </Typography>
      </Box>
      <Box sx={{ maxWidth: 220 }}>
        <SmallInput
          label={`Otherwise, ${unit}; empty: no price`}
          inputMode="decimal"
          value={rate.otherwise}
          error={problemOf('otherwise', rate.otherwise)}
          onText={(otherwise) => onRate({ otherwise })}
        />
      </Box>
    </Box>
  );
}

interface SeasonRowProps {
  name: string;
  season: SeasonDraft;
  problem: string | null;
  onChange: (change: Partial<SeasonDraft>) => void;
  onRemove: () => void;
}

function SeasonRow({ name, season, problem, onChange, onRemove }: SeasonRowProps) {
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{
        ...rowStyles,
        gridTemplateColumns: { xs: '1fr 1fr', sm: '180px auto auto 40px' },
        justifyContent: 'start',
        alignItems: 'start',
      }}
    >
      <SmallInput
        label={`Name of ${name}`}
        maxLength={60}
        value={season.name}
        error={problem}
        onText={(text) => onChange({ name: text })}
      />
      <DayOfYear label="First day" value={season.from} onChange={(from) => onChange({ from })} />
      <DayOfYear label="Last day" value={season.to} onChange={(to) => onChange({ to })} />
      <IconButton aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <DeleteOutlineIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  );
}

interface BandRowProps {
  name: string;
  unit: string;
  band: BandDraft;
  seasons: readonly SeasonDraft[];
  problemOf: (part: string, typed: string) => string | null;
  onChange: (change: Partial<BandDraft>) => void;
  onRemove: () => void;
}

function BandRow(props: BandRowProps) {
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
        <SmallInput label="From" type="time" {...field('from')} />
        <SmallInput label="To" type="time" {...field('to')} />
        <IconButton aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
          <DeleteOutlineIcon sx={{ fontSize: 18 }} />
        </IconButton>
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
              choices={seasons.map(({ key, name: words }, at) => ({
                value: key,
                label: words.trim() === '' ? `Season ${at + 1}` : words,
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
      {choices.map(({ value, label: words }) => (
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
          {words}
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
