import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useFieldArray } from 'react-hook-form';
import { legendStyles } from '../../components/field-styles.ts';
import { FormText } from '../../components/form.tsx';
import { BandRow } from './band-row.tsx';
import { emptyBand, type Problems, type TariffControl } from './tariff-draft.ts';

const BANDS_MAX = 50;

interface TimeOfUseFieldsProps {
  control: TariffControl;
  /** Where the rate is in the form. */
  rate: `validities.${number}.rate`;
  /** "CHF per kWh". */
  unit: string;
  problems: Problems;
}

/** Prices by weekday and hour, and the price outside all of them. */
export function TimeOfUseFields({ control, rate, unit, problems }: TimeOfUseFieldsProps) {
  const bands = useFieldArray({ control, name: `${rate}.bands` });
  const bandsProblem = problems[`${rate}.bands`];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography component="div" sx={legendStyles}>
          Prices by hour; if several match, the first one applies
        </Typography>
        {bands.fields.map(({ id }, at) => (
          <BandRow
            key={id}
            control={control}
            path={`${rate}.bands.${at}`}
            name={`Price ${at + 1}`}
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
