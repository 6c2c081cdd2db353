import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import {
  PERIOD_PRESETS,
  type ReportDefinition,
} from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { PRESET_LABELS } from '../../../domain/reports/report-labels.ts';
import { query } from '../../api/query.ts';
import { BarSelect } from '../../components/bar-select.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { PeriodPicker } from '../../components/period-picker/period-picker.tsx';
import type { RunPartProps } from './run-part.ts';
import { useExplore } from './use-explore.ts';

/** Period and tariff of an unsealed run: the figures below follow at once. */
export function ExploreBar({ run, search }: Pick<RunPartProps, 'run' | 'search'>) {
  const { show, explore } = useExplore(run, search);
  if (show === null) return null;
  const { period } = run.definition;
  return (
    <Box
      component="section"
      aria-label="Explore"
      aria-busy={explore.isPending}
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1.5 }}
    >
      <PeriodPicker
        label="Period"
        choice={{
          zone: run.definition.zone,
          presets: PERIOD_PRESETS.map((value) => ({ value, label: PRESET_LABELS[value] })),
          preset: period.kind === 'preset' ? period.preset : null,
          onPreset: (value) => {
            const preset = PERIOD_PRESETS.find((known) => known === value);
            if (preset !== undefined) show({ period: { kind: 'preset', preset } });
          },
          from: run.from,
          to: run.to,
          onDays: ({ from, to }) => {
            if (from !== undefined && to !== undefined) {
              show({ period: { kind: 'range', from, to } });
            }
          },
        }}
      />
      <TariffChoice run={run} onTariff={(chosen) => show({ tariff: chosen })} />
      {explore.error !== null && (
        <ErrorPanel what="The report was not changed" error={explore.error} />
      )}
    </Box>
  );
}

interface TariffChoiceProps {
  run: ReportRun;
  onTariff: (tariff: ReportDefinition['tariff']) => void;
}

function TariffChoice({ run, onTariff }: TariffChoiceProps) {
  const { data } = useQuery(query(REPORT_ROUTES.tariffs));
  const tariffs = data?.tariffs ?? [];
  const chosen = run.tariff;
  const isListed = tariffs.some((each) => each.id === chosen?.id);
  return (
    <BarSelect
      label="Tariff"
      value={chosen?.id ?? ''}
      onChange={(id) => {
        const next = tariffs.find((each) => each.id === id);
        onTariff(next === undefined ? null : { id: next.id, version: next.version });
      }}
    >
      <option value="">No costs</option>
      {chosen !== null && !isListed && <option value={chosen.id}>{chosen.content.name}</option>}
      {tariffs.map((each) => (
        <option key={each.id} value={each.id}>
          {each.content.name}, {each.content.currency}
        </option>
      ))}
    </BarSelect>
  );
}
