import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlineOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { memo, useState } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useController,
  useWatch,
} from 'react-hook-form';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { COMMAND_RULES, isCommandType } from '../../../domain/command-rules.ts';
import { readTrigger, type PlannedRow, type RowQuestion } from '../../../domain/schedule-rows.ts';
import { nativeField } from '../../components/field-styles.ts';
import { DayInput, TimeInput } from '../../components/period-picker/clock-inputs.tsx';
import { UnitSelect } from './command-field.tsx';
import type { DispatchFields } from './dispatch-form.ts';

/** One line: when, what, remove; on a phone two. A Command without a value takes its place. */
const ROW_COLUMNS = { xs: '1fr 1fr 32px', sm: '124px 64px minmax(0, 1fr) 132px 32px' } as const;
const rowAreas = (hasValue: boolean) => ({
  xs: `"date time act" "type ${hasValue ? 'value value' : 'type type'}"`,
  sm: `"date time type ${hasValue ? 'value' : 'type'} act"`,
});

interface PlannedRowFieldsProps {
  control: Control<DispatchFields>;
  register: UseFormRegister<DispatchFields>;
  index: number;
  errors: NonNullable<FieldErrors<DispatchFields>['rows']>[number] | undefined;
  /** Prefix of the element ids of the list. */
  idBase: string;
  /** The zone of the plan; a row in another one says so. */
  zone: string;
  onRemove: (index: number) => void;
}

/** The id of a row's first field, which gets the focus. */
export function dateFieldId(idBase: string, index: number): string {
  return `${idBase}-${index}-date`;
}

/** The id of a row's remove button. */
export function removeButtonId(idBase: string, index: number): string {
  return `${idBase}-${index}-remove`;
}

const FIELDS = ['date', 'time', 'type', 'value', 'meant'] as const;

/** A planned Command: wall clock, Command and value. */
export const PlannedRowFields = memo(function PlannedRowFields(props: PlannedRowFieldsProps) {
  const { control, register, index, errors, idBase, zone } = props;
  const row = useWatch({ control, name: `rows.${index}` });
  const name = `Command ${index + 1}`;
  const rule = isCommandType(row.type) ? COMMAND_RULES[row.type].value : null;
  const hintId = `${idBase}-${index}-hint`;
  const { field: date } = useController({ control, name: `rows.${index}.date` });
  const { field: time } = useController({ control, name: `rows.${index}.time` });
  // An unreadable value is reported when its field loses the focus, not only at the review.
  const [left, setLeft] = useState<Partial<Record<keyof PlannedRow, boolean>>>({});
  const { issue, question } = readTrigger(row);
  const unread = (which: keyof PlannedRow) =>
    issue?.field === which && row[which] !== '' && left[which] === true ? issue.message : null;
  const leave = (which: 'date' | 'time') => {
    setLeft({ ...left, [which]: true });
    (which === 'date' ? date : time).onBlur();
  };
  const stateOf = (which: keyof PlannedRow) => ({
    'aria-invalid': errors?.[which] !== undefined || unread(which) !== null,
    'aria-describedby': hintId,
  });
  const field = (which: keyof PlannedRow) => ({
    ...register(`rows.${index}.${which}`),
    ...stateOf(which),
  });
  const messages = FIELDS.flatMap((which) => errors?.[which]?.message ?? unread(which) ?? []);
  return (
    <Box component="fieldset" aria-label={name} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box
        sx={{
          display: 'grid',
          gap: 0.75,
          gridTemplateColumns: ROW_COLUMNS,
          gridTemplateAreas: rowAreas(rule !== null),
        }}
      >
        <Box sx={{ gridArea: 'date', minWidth: 0 }}>
          <DayInput
            {...date}
            id={dateFieldId(idBase, index)}
            aria-label={`Date of ${name}`}
            {...stateOf('date')}
            onBlur={() => leave('date')}
          />
        </Box>
        <Box sx={{ gridArea: 'time', minWidth: 0 }}>
          <TimeInput
            {...time}
            aria-label={`Time of ${name}`}
            {...stateOf('time')}
            onBlur={() => leave('time')}
          />
        </Box>
        <Box
          component="select"
          aria-label={`Type of ${name}`}
          {...field('type')}
          sx={{ ...nativeField, gridArea: 'type' }}
        >
          <option value="">Choose a Command</option>
          {COMMAND_TYPES.map((type) => (
            <option key={type} value={type}>
              {COMMAND_RULES[type].verb}
            </option>
          ))}
        </Box>
        {rule !== null && (
          <Box
            sx={{
              gridArea: 'value',
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              fontSize: '0.8125rem',
            }}
          >
            <Box
              component="input"
              inputMode="decimal"
              autoComplete="off"
              aria-label={`${rule.label} of ${name}`}
              {...field('value')}
              sx={{ ...nativeField, width: '100%', textAlign: 'right' }}
            />
            <UnitSelect label={`Unit of ${name}`} register={register(`rows.${index}.unit`)} />
          </Box>
        )}
        <Box sx={{ gridArea: 'act' }}>
          <Tooltip title="Remove" describeChild>
            <IconButton
              id={removeButtonId(idBase, index)}
              aria-label={`Remove ${name}`}
              onClick={() => props.onRemove(index)}
            >
              <DeleteOutlineIcon sx={{ fontSize: 18 }} />
            </IconButton>
          </Tooltip>
        </Box>
      </Box>
      <Box id={hintId} sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {row.zone !== zone && `In ${row.zone}`}
        {messages.map((message) => (
          <FormHelperText key={message} error sx={{ m: 0 }}>
            {message}
          </FormHelperText>
        ))}
      </Box>
      <MeantField
        question={question}
        inputProps={register(`rows.${index}.meant`)}
        unanswered={errors?.meant !== undefined}
      />
    </Box>
  );
});

interface MeantFieldProps {
  question: RowQuestion | null;
  inputProps: ReturnType<UseFormRegister<DispatchFields>>;
  unanswered: boolean;
}

/** Asks for the instant of a wall clock that occurs twice or never. */
function MeantField({ question, inputProps, unanswered }: MeantFieldProps) {
  if (question === null) return null;
  return (
    <Box
      component="fieldset"
      sx={{
        m: 0,
        mt: 0.5,
        p: 1,
        border: 0,
        borderLeft: 3,
        borderColor: unanswered ? 'error.main' : 'var(--mui-palette-status-amber)',
        bgcolor: 'color-mix(in srgb, var(--mui-palette-status-amber) 8%, transparent)',
        fontSize: '0.8125rem',
        '& label': { display: 'flex', gap: 1, alignItems: 'baseline', py: 0.5 },
        '& input': { accentColor: 'var(--mui-palette-primary-main)', m: 0 },
      }}
    >
      <Box component="legend" sx={{ p: 0, float: 'left', width: '100%', fontWeight: 600 }}>
        {question.message}
      </Box>
      {question.choices.map(({ instant, label }) => (
        <Box component="label" key={instant} sx={{ clear: 'both' }}>
          <input type="radio" value={instant} {...inputProps} />
          {label}
        </Box>
      ))}
    </Box>
  );
}
