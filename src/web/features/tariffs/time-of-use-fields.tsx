import AddIcon from '@mui/icons-material/Add';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useFieldArray } from 'react-hook-form';
import { legendStyles } from '../../components/field-styles.ts';
import { FormText } from '../../components/form.tsx';
import { BandRow } from './band-row.tsx';
import { DayOfYear, removeStyles, rowStyles } from './native-fields.tsx';
import { emptyBand, emptySeason, type Problems, type TariffControl } from './tariff-draft.ts';

const SEASONS_MAX = 12;
const BANDS_MAX = 50;

interface TimeOfUseFieldsProps {
  control: TariffControl;
  /** Where the rate is in the form. */
  rate: `validities.${number}.rate`;
  /** "CHF per kWh". */
  unit: string;
  problems: Problems;
}

/** Prices by season, weekday and hour, and the price outside all of them. */
export function TimeOfUseFields({ control, rate, unit, problems }: TimeOfUseFieldsProps) {
  const seasons = useFieldArray({ control, name: `${rate}.seasons` });
  const bands = useFieldArray({ control, name: `${rate}.bands` });
  const bandsProblem = problems[`${rate}.bands`];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography component="div" sx={legendStyles}>
          Seasons
        </Typography>
        {seasons.fields.map(({ id }, at) => (
          <SeasonRow
            key={id}
            control={control}
            path={`${rate}.seasons.${at}`}
            name={`Season ${at + 1}`}
            onRemove={() => seasons.remove(at)}
          />
        ))}
        <Button
          color="inherit"
          startIcon={<AddIcon />}
          disabled={seasons.fields.length >= SEASONS_MAX}
          onClick={() => seasons.append(emptySeason())}
        >
          Add a season
        </Button>
        {seasons.fields.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            Without seasons all prices apply all year.
          </Typography>
        )}
      </Box>
      <Box>
        <Typography component="div" sx={legendStyles}>
          Prices by hour; if several match, the first one applies
        </Typography>
        {bands.fields.map(({ id }, at) => (
          <BandRow
            key={id}
            control={control}
            rate={rate}
            at={at}
            unit={unit}
            onRemove={() => bands.remove(at)}
          />
        ))}
        {bandsProblem !== undefined && (
          <FormHelperText error sx={{ m: 0 }}>
            {bandsProblem}
          </FormHelperText>
        )}
        <Button
          color="inherit"
          startIcon={<AddIcon />}
          disabled={bands.fields.length >= BANDS_MAX}
          onClick={() => bands.append(emptyBand())}
        >
          Add a price
        </Button>
        <Typography variant="body2" color="textSecondary">
          An end before the start crosses midnight; equal times mean the whole day.
        </Typography>
      </Box>
      <Box sx={{ maxWidth: 220 }}>
        <FormText
          control={control}
          name={`${rate}.otherwise`}
          label={`Otherwise, ${unit}; empty: no price`}
          inputMode="decimal"
          autoComplete="off"
        />
      </Box>
    </Box>
  );
}

interface SeasonRowProps {
  control: TariffControl;
  path: `validities.${number}.rate.seasons.${number}`;
  name: string;
  onRemove: () => void;
}

function SeasonRow({ control, path, name, onRemove }: SeasonRowProps) {
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
      <FormText
        control={control}
        name={`${path}.name`}
        label={`Name of ${name}`}
        maxLength={60}
        autoComplete="off"
      />
      <DayOfYear control={control} name={`${path}.from`} label="First day" />
      <DayOfYear control={control} name={`${path}.to`} label="Last day" />
      <Tooltip title="Remove">
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove} sx={removeStyles}>
          <DeleteOutlineIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
