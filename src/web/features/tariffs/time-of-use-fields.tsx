import AddIcon from '@mui/icons-material/Add';
import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useController, useFieldArray, type FieldPath } from 'react-hook-form';
import { weekdayName } from '../../../domain/reports/tariff-labels.ts';
import { legendStyles } from '../../components/field-styles.ts';
import { FormText } from '../../components/form.tsx';
import { TimeInput } from '../../components/period-picker/clock-inputs.tsx';
import {
  ALL_WEEKDAYS,
  emptyBand,
  type Problems,
  type TariffControl,
  type TariffDraft,
} from './tariff-draft.ts';

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

const bare = { border: 0, m: 0, p: 0, minWidth: 0 } as const;

interface BandRowProps {
  control: TariffControl;
  /** Where it is in the form. */
  path: `validities.${number}.rate.bands.${number}`;
  /** "Price 1". */
  name: string;
  unit: string;
  onRemove: () => void;
}

/** A price with its hours and weekdays. */
function BandRow({ control, path, name, unit, onRemove }: BandRowProps) {
  const { field, fieldState } = useController({ control, name: `${path}.weekdays` });
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{ ...bare, borderTop: 1, borderColor: 'divider', py: 1, display: 'grid', gap: 1 }}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: '180px 140px 112px 112px 40px' },
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
        <FormText
          control={control}
          name={`${path}.price`}
          label={unit}
          inputMode="decimal"
          autoComplete="off"
        />
        <TimeField control={control} name={`${path}.from`} label="From" />
        <TimeField control={control} name={`${path}.to`} label="To" />
        <Tooltip title="Remove">
          <IconButton
            aria-label={`Remove ${name}`}
            onClick={onRemove}
            // At the end of the last line on a phone.
            sx={{ gridColumn: { xs: 2, sm: 'auto' }, justifySelf: 'end', alignSelf: 'end' }}
          >
            <DeleteOutlineIcon sx={{ fontSize: 18 }} />
          </IconButton>
        </Tooltip>
      </Box>
      <Box
        component="fieldset"
        aria-label="Weekdays"
        sx={{ ...bare, display: 'flex', flexWrap: 'wrap', columnGap: 0.5 }}
      >
        {ALL_WEEKDAYS.map((day) => (
          <FormControlLabel
            key={day}
            label={weekdayName(day)}
            control={
              <Checkbox
                checked={field.value.includes(day)}
                onChange={(_event, isOn) =>
                  field.onChange(
                    isOn ? [...field.value, day] : field.value.filter((each) => each !== day),
                  )
                }
              />
            }
          />
        ))}
        {fieldState.error !== undefined && (
          <FormHelperText error sx={{ m: 0, flexBasis: '100%' }}>
            {fieldState.error.message}
          </FormHelperText>
        )}
      </Box>
    </Box>
  );
}

interface TimeFieldProps {
  control: TariffControl;
  name: Extract<FieldPath<TariffDraft>, `${string}.bands.${number}.${'from' | 'to'}`>;
  label: string;
}

/** A labelled field for a time of day. */
function TimeField({ control, name, label }: TimeFieldProps) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  const problem = fieldState.error?.message ?? null;
  return (
    <FormControl error={problem !== null}>
      <FormLabel htmlFor={id}>{label}</FormLabel>
      <TimeInput
        {...field}
        id={id}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-error`}
      />
      {problem !== null && <FormHelperText id={`${id}-error`}>{problem}</FormHelperText>}
    </FormControl>
  );
}
