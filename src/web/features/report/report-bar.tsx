import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { PERIOD_PRESETS } from '../../../contract/console/report-definition.ts';
import { DAY_MS, isTimeZone } from '../../../domain/instant.ts';
import { periodOf } from '../../../domain/reports/definition.ts';
import {
  GROUPING_LABELS,
  periodLabel,
  presetLabel,
  scopeLabel,
} from '../../../domain/reports/report-labels.ts';
import { capital } from '../../../lib/sentence.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { query } from '../../api/query.ts';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useNow } from '../../components/use-now.ts';
import { RulesDialog } from './rules-dialog.tsx';
import { ScopeSheet } from './scope-sheet.tsx';
import type { Report } from './use-report.ts';

const PRESETS: readonly { value: string; label: string }[] = [
  ...PERIOD_PRESETS.map((value) => ({ value, label: presetLabel(value) })),
  { value: 'all', label: 'All time' },
];

const COMPARED = [
  { value: 'before', label: 'the period before' },
  { value: 'last-year', label: 'the same of last year' },
];

/** What the report is of: Entities, period, groups, comparison, rules and prices. On a phone one button opens them. */
export function ReportBar({ report }: { report: Report }) {
  const names = useCollectiveNames();
  const [isOpen, setOpen] = useState(false);
  const { scope, period, by } = report.definition;
  if (!useNarrow()) return <Choices report={report} />;
  const groups = by.map((each) => GROUPING_LABELS[each]).join(' and ');
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        className="no-print"
        aria-expanded={isOpen}
        endIcon={isOpen ? <ExpandLessIcon /> : <ExpandMoreIcon />}
        onClick={() => setOpen(!isOpen)}
        sx={{ mb: 1, maxWidth: '100%', textAlign: 'left' }}
      >
        {[capital(scopeLabel(scope, names)), periodLabel(period), `by ${groups}`].join(' · ')}
      </Button>
      {isOpen && <Choices report={report} />}
    </>
  );
}

function Choices({ report }: { report: Report }) {
  const { definition, whole, change } = report;
  const names = useCollectiveNames();
  const [open, setOpen] = useState<'scope' | 'rules'>();
  const close = () => setOpen(undefined);
  const [first = 'entity', second] = definition.by;
  const groupings = GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }));
  const group = (by: readonly (string | undefined)[]) =>
    change({ by: [...new Set(by.filter((each) => each !== undefined))].join('.') });
  return (
    <Box
      component="section"
      aria-label="Definition"
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1, mb: 1 }}
    >
      <Button
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        onClick={() => setOpen('scope')}
        sx={{ maxWidth: '100%', textAlign: 'left' }}
      >
        {capital(scopeLabel(definition.scope, names))}
      </Button>
      <PeriodField report={report} />
      <SelectField
        label="Group by"
        value={first}
        options={groupings}
        onChange={(value) => group([value, second])}
      />
      <SelectField
        label="then by"
        any="nothing else"
        value={second}
        options={groupings.filter(({ value }) => value !== first)}
        onChange={(value) => group([first, value])}
      />
      <SelectField
        label="Compare with"
        any="nothing"
        value={whole.compare}
        options={COMPARED}
        onChange={(value) =>
          change({ compare: value === 'before' || value === 'last-year' ? value : undefined })
        }
      />
      <RulesButton report={report} onOpen={() => setOpen('rules')} />
      {open === 'scope' && <ScopeSheet report={report} onClose={close} />}
      {open === 'rules' && <RulesDialog report={report} onClose={close} />}
    </Box>
  );
}

function PeriodField({ report: { definition, change } }: { report: Report }) {
  const { zone, period } = definition;
  const known = isTimeZone(zone) ? zone : 'UTC';
  const dates = periodOf({ ...definition, zone: known }, useNow(DAY_MS));
  const preset = PRESETS.find(({ value }) => value === period)?.value ?? null;
  const [first, last] = preset === null ? period.split('_') : [dates?.from, dates?.to];
  return (
    <PeriodPicker
      label="Period"
      choice={{
        zone: known,
        presets: PRESETS,
        preset,
        onPreset: (value) => change({ period: value }),
        from: first ?? undefined,
        to: last ?? undefined,
        // A missing day equals the other.
        onDays: ({ from, to }) =>
          change({
            period:
              from === undefined && to === undefined ? undefined : `${from ?? to}_${to ?? from}`,
          }),
      }}
    />
  );
}

/** Opens rules and prices; says which tariff prices the report. */
function RulesButton({ report, onOpen }: { report: Report; onOpen: () => void }) {
  const { tariff, tariffs } = report.definition;
  const list = useQuery({ ...query(REPORT_ROUTES.tariffs), enabled: tariff !== null });
  const name = list.data?.tariffs.find(({ id }) => id === tariff?.id)?.content.name;
  const priced = [
    tariff === null ? null : (name ?? 'a tariff'),
    tariffs.length === 0 ? null : `${tariffs.length} for parts`,
  ].filter((text) => text !== null);
  return (
    <Button variant="outlined" color="inherit" aria-haspopup="dialog" onClick={onOpen}>
      {['Rules and prices', ...priced].join(' · ')}
    </Button>
  );
}
