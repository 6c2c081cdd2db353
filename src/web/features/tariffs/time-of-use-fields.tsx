import AddIcon from '@mui/icons-material/Add';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { legendStyles } from '../../components/field-styles.ts';
import { BandRow } from './band-row.tsx';
import { DayOfYear, SmallInput } from './native-fields.tsx';
import { removeStyles, rowStyles } from './row-styles.ts';
import { emptyBand, emptySeason, type RateDraft, type SeasonDraft } from './tariff-draft.ts';

const SEASONS_MAX = 12;
const BANDS_MAX = 50;

interface TimeOfUseFieldsProps {
  rate: RateDraft;
  currency: string;
  onRate: (change: Partial<RateDraft>) => void;
  /** The error of a part of the rate, such as "bands.0.price". */
  problemOf: (part: string, typed: string) => string | null;
}

function replaced<T extends { key: string }>(list: readonly T[], key: string, change: Partial<T>) {
  return list.map((each) => (each.key === key ? { ...each, ...change } : each));
}

/** Prices by season, weekday and hour, and the price outside all of them. */
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
            Without seasons all prices apply all year.
          </Typography>
        )}
      </Box>
      <Box>
        <Typography component="div" sx={legendStyles}>
          Prices by hour; if several match, the first one applies
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
          An end before the start crosses midnight; equal times mean the whole day.
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
      <Tooltip title="Remove">
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove} sx={removeStyles}>
          <DeleteOutlineIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
