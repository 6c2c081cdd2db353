import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Controller, useController, useFieldArray, useForm, type Control } from 'react-hook-form';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { BOUNDARIES } from '../../../contract/console/report-definition.ts';
import { z } from '../../../contract/zod.ts';
import { isTimeZone } from '../../../domain/instant.ts';
import {
  listText,
  type FigureDefinition,
  type TariffRef,
} from '../../../domain/reports/definition.ts';
import { BOUNDARY_LABELS } from '../../../domain/reports/report-labels.ts';
import { query } from '../../api/query.ts';
import { TextLink } from '../../components/app-link.tsx';
import { FormDialog, FormText } from '../../components/form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { ZoneField } from '../../components/zone-field.tsx';
import type { Report } from './use-report.ts';

const above0 = (most: number) => z.coerce.number().positive().max(most);
const RulesForm = z.object({
  zone: z.string().refine(isTimeZone),
  isSite: z.boolean(),
  rule: z.enum(BOUNDARIES),
  /** `id_version`; empty: none. */
  tariff: z.string(),
  tariffs: z.array(
    z.object({
      of: z.string().min(1, 'Choose a Collective or a tag.'),
      tariff: z.string().min(1, 'Choose a tariff.'),
    }),
  ),
  huge: above0(1e6),
  battery: above0(1e6),
  longest: above0(1e5),
});
type Rules = z.input<typeof RulesForm>;
type RulesControl = Control<Rules, unknown, z.output<typeof RulesForm>>;

const refText = (ref: TariffRef | null) => (ref === null ? '' : `${ref.id}_${ref.version}`);

const LIMITS = [
  { name: 'huge', label: 'Energy', end: 'kWh' },
  { name: 'battery', label: 'Battery that it implies', end: 'kWh' },
  { name: 'longest', label: 'Duration', end: 'h' },
] as const;

interface Option {
  value: string;
  label: string;
}

/** Zone, rules, limits and prices of a report. */
export function RulesDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { definition, change } = report;
  const { limits } = definition;
  const { control, register, handleSubmit } = useForm({
    resolver: zodResolver(RulesForm),
    defaultValues: {
      zone: definition.zone,
      isSite: definition.siteTime,
      rule: definition.rule,
      tariff: refText(definition.tariff),
      tariffs: definition.tariffs.map(({ of, tariff }) => ({
        of: 'tag' in of ? `tag:${of.tag}` : `collective:${of.collective}`,
        tariff: refText(tariff),
      })),
      huge: limits.hugeKwh,
      battery: limits.batteryKwh,
      longest: limits.longestHours,
    },
  });
  return (
    <FormDialog
      title="Rules and prices"
      maxWidth="md"
      act="Show the report"
      onSubmit={handleSubmit(({ isSite, tariff, tariffs, ...rest }) => {
        change({
          ...rest,
          clock: isSite ? 'site' : undefined,
          tariff: tariff === '' ? undefined : tariff,
          tariffs: listText(tariffs.map((each) => `${each.of}=${each.tariff}`)),
        });
        onClose();
      })}
      onClose={onClose}
    >
      <Prices control={control} definition={definition} />
      <ZoneField
        control={control}
        name="zone"
        label="Time zone"
        helper="Days, weekdays and hours are in this zone."
      />
      <FormControlLabel
        label="Sessions whose place is known use the local time there"
        control={<Checkbox {...register('isSite')} defaultChecked={definition.siteTime} />}
      />
      <Controller
        control={control}
        name="rule"
        render={({ field }) => (
          <FormControl component="fieldset">
            <FormLabel component="legend">Sessions at an edge of the period</FormLabel>
            <RadioGroup value={field.value} onChange={field.onChange}>
              {BOUNDARIES.map((rule) => (
                <FormControlLabel
                  key={rule}
                  value={rule}
                  control={<Radio />}
                  label={BOUNDARY_LABELS[rule]}
                />
              ))}
            </RadioGroup>
          </FormControl>
        )}
      />
      <Box
        component="fieldset"
        sx={{
          border: 0,
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' },
        }}
      >
        <FormLabel component="legend">
          Sessions above these are exceptions, and still count
        </FormLabel>
        {LIMITS.map((limit) => (
          <FormText
            key={limit.name}
            control={control}
            {...limit}
            inputMode="decimal"
            wrong="Enter a number above zero."
          />
        ))}
      </Box>
    </FormDialog>
  );
}

/** The tariffs that can be chosen: the newest of each, and those of this report that are older or deleted. */
function useTariffOptions(chosen: readonly (TariffRef | null)[]): Option[] {
  const tariffs = useQuery(query(REPORT_ROUTES.tariffs)).data?.tariffs ?? [];
  const options = new Map(
    tariffs.map((each) => [refText(each), `${each.content.name}, ${each.content.currency}`]),
  );
  for (const ref of chosen) {
    const name = tariffs.find(({ id }) => id === ref?.id)?.content.name ?? 'Deleted tariff';
    if (ref !== null && !options.has(refText(ref))) {
      options.set(refText(ref), `${name}, version ${ref.version}`);
    }
  }
  return [...options].map(([value, label]) => ({ value, label }));
}

/** The tariff of the report, and others for Collectives and tags. */
function Prices({ control, definition }: { control: RulesControl; definition: FigureDefinition }) {
  const collectives = useQuery(query(DIRECTORY_ROUTES.collectives)).data?.collectives ?? [];
  const tags = useQuery(query(ENTITY_LIST_ROUTES.entityFacets)).data?.tag ?? [];
  const { tariff, tariffs } = definition;
  const options = useTariffOptions([tariff, ...tariffs.map((each) => each.tariff)]);
  const { fields, append, remove } = useFieldArray({ control, name: 'tariffs' });
  const parts = [
    ...collectives.map(({ id, name }) => ({
      value: `collective:${id.toLowerCase()}`,
      label: name,
    })),
    ...tags
      .filter((tag) => tag !== NO_VALUE)
      .map((tag) => ({ value: `tag:${tag}`, label: `Tag ${tag}` })),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Choice control={control} name="tariff" label="Tariff" any="No costs" options={options} />
      {fields.map(({ id }, at) => (
        <Box key={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Choice
            control={control}
            name={`tariffs.${at}.of`}
            label={`Part ${at + 1}`}
            any="Choose"
            options={parts}
          />
          <Choice
            control={control}
            name={`tariffs.${at}.tariff`}
            label={`Tariff of part ${at + 1}`}
            any="Choose"
            options={options}
          />
          <Button color="inherit" onClick={() => remove(at)}>
            Remove
          </Button>
        </Box>
      ))}
      <Button color="inherit" onClick={() => append({ of: '', tariff: '' })}>
        Another tariff for a Collective or tag
      </Button>
      <Typography variant="body2" color="textSecondary">
        {fields.length > 0 && 'The first part that an Entity is in prices its sessions. '}
        <TextLink to="/reports/tariffs">Tariffs</TextLink>
      </Typography>
    </Box>
  );
}

interface ChoiceProps {
  control: RulesControl;
  name: 'tariff' | `tariffs.${number}.of` | `tariffs.${number}.tariff`;
  label: string;
  any: string;
  options: readonly Option[];
}

/** At most one choice of the form. */
function Choice({ control, name, ...field }: ChoiceProps) {
  const { field: value, fieldState } = useController({ control, name });
  return (
    <div>
      <SelectField {...field} value={value.value} onChange={(next) => value.onChange(next ?? '')} />
      {fieldState.error !== undefined && (
        <FormHelperText error role="alert">
          {fieldState.error.message}
        </FormHelperText>
      )}
    </div>
  );
}
