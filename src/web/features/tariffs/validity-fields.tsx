import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { REGISTERS } from '../../../domain/reports/report-session.ts';
import { RATE_LABELS } from '../../../domain/reports/tariff-labels.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { SmallDay, SmallInput } from './native-fields.tsx';
import type { RateDraft, ValidityDraft } from './tariff-draft.ts';
import { TimeOfUseFields } from './time-of-use-fields.tsx';

const KINDS = ['flat', 'registers', 'time-of-use'] as const;

interface ValidityFieldsProps {
  /** Its label: "Validity 2". */
  name: string;
  validity: ValidityDraft;
  currency: string;
  /** The error of a part, such as "rate.price"; empty: of the whole. */
  problemOf: (part: string, typed: string) => string | null;
  onChange: (change: Partial<ValidityDraft>) => void;
  /** Absent if there is only one. */
  onRemove: (() => void) | null;
}

/** The dates of a validity, and its prices. */
export function ValidityFields(props: ValidityFieldsProps) {
  const { name, validity, currency, problemOf, onChange, onRemove } = props;
  const { rate } = validity;
  const onRate = (change: Partial<RateDraft>) => onChange({ rate: { ...rate, ...change } });
  const unit = currency === '' ? 'per kWh' : `${currency} per kWh`;
  const whole = problemOf('', '-');
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{
        border: 0,
        borderLeft: 3,
        borderColor: 'divider',
        m: 0,
        p: 0,
        pl: 1.5,
        minWidth: 0,
        display: 'grid',
        gap: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}>
        <SmallDay
          label="Valid from"
          value={validity.validFrom}
          error={problemOf('validFrom', validity.validFrom)}
          onText={(validFrom) => onChange({ validFrom })}
        />
        <SmallDay
          label="Last day; empty: until further notice"
          value={validity.validTo}
          error={problemOf('validTo', validity.validTo)}
          onText={(validTo) => onChange({ validTo })}
        />
        {onRemove !== null && (
          <Button color="inherit" onClick={onRemove} sx={{ ml: 'auto' }}>
            Remove {name.toLowerCase()}
          </Button>
        )}
      </Box>
      {whole !== null && (
        <FormHelperText error sx={{ m: 0 }}>
          {whole}
        </FormHelperText>
      )}
      <ChoiceChips
        label="Kind of price"
        required
        choices={KINDS.map((kind) => ({ value: kind, label: RATE_LABELS[kind] }))}
        value={rate.kind}
        onChange={(value) => {
          const kind = KINDS.find((known) => known === value);
          if (kind !== undefined) onRate({ kind });
        }}
      />
      {rate.kind === 'flat' && (
        <Box sx={{ maxWidth: 180 }}>
          <SmallInput
            label={`Price, ${unit}`}
            inputMode="decimal"
            value={rate.price}
            error={problemOf('rate.price', rate.price)}
            onText={(price) => onRate({ price })}
          />
        </Box>
      )}
      {rate.kind === 'registers' && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box
            sx={{
              display: 'grid',
              gap: 1,
              gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, minmax(0, 160px))' },
            }}
          >
            {REGISTERS.map((register) => (
              <SmallInput
                key={register}
                label={`${register}, ${unit}`}
                inputMode="decimal"
                value={rate[register]}
                error={problemOf(`rate.${register}`, rate[register])}
                onText={(text) => onRate({ [register]: text })}
              />
            ))}
          </Box>
          <FormHelperText sx={{ m: 0 }}>
            Energy in a register without a price is listed as unpriced, never as free.
          </FormHelperText>
        </Box>
      )}
      {rate.kind === 'time-of-use' && (
        <TimeOfUseFields
          rate={rate}
          currency={currency}
          onRate={onRate}
          problemOf={(part, typed) => problemOf(`rate.${part}`, typed)}
        />
      )}
    </Box>
  );
}
