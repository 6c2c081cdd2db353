import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import type { DefinitionForm } from '../../../domain/reports/definition-form.ts';
import { tariffLabel } from '../../../domain/reports/tariff-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { tariffsQuery, tariffVersionsQuery } from '../../api/report-definitions.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { nativeField } from '../../components/field-styles.ts';
import { useNow } from '../../components/use-now.ts';

interface TariffFieldProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
}

/** The tariff of the report, with its prices. */
export function TariffField({ form, onForm }: TariffFieldProps) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(tariffsQuery);
  const { tariff } = form;
  const newest = data?.tariffs.find((each) => each.id === tariff?.id);
  // An older version, or a deleted tariff, is read separately.
  const elsewhere =
    tariff !== null && data !== undefined && newest?.version !== tariff.version ? tariff.id : null;
  const versions = useQuery({
    ...tariffVersionsQuery(elsewhere ?? ''),
    enabled: elsewhere !== null,
  });
  const ofVersion = versions.data?.tariffs.find((each) => each.version === tariff?.version);
  const chosen = elsewhere === null ? newest : ofVersion;
  const unlisted = tariff !== null && newest === undefined;
  const failed = error ?? (elsewhere === null ? null : versions.error);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.8125rem', fontWeight: 600 }}>
        Tariff
      </Box>
      <Box
        component="select"
        id={id}
        value={tariff?.id ?? ''}
        onChange={(event) => {
          const next = data?.tariffs.find((each) => each.id === event.target.value);
          if (event.target.value === '') onForm({ tariff: null });
          else if (next !== undefined) onForm({ tariff: { id: next.id, version: next.version } });
        }}
        sx={{ ...nativeField, maxWidth: '100%' }}
      >
        <option value="">No costs</option>
        {unlisted && <option value={tariff.id}>{chosen?.content.name ?? 'Not in the list'}</option>}
        {(data?.tariffs ?? []).map(({ id: each, content }) => (
          <option key={each} value={each}>
            {content.name}, {content.currency}
          </option>
        ))}
      </Box>
      {failed !== null && (
        <ErrorPanel
          what="The tariffs could not be read"
          error={failed}
          onRetry={() => void (error === null ? versions.refetch() : refetch())}
          retrying={isFetching || versions.isFetching}
        />
      )}
      {chosen !== undefined && <Costs tariff={chosen} />}
      {tariff !== null && newest !== undefined && newest.version !== tariff.version && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => onForm({ tariff: { id: newest.id, version: newest.version } })}
        >
          Use version {newest.version}, the newest
        </Button>
      )}
      {unlisted && data !== undefined && (
        <Typography variant="body2">
          This tariff was deleted. Its version {tariff.version} is still used.
        </Typography>
      )}
      <Typography variant="body2" color="textSecondary">
        {data?.tariffs.length === 0 && 'There are no tariffs yet. '}
        <AppLink to="/reports/tariffs">Manage tariffs</AppLink>
      </Typography>
    </Box>
  );
}

function Costs({ tariff }: { tariff: SavedTariff }) {
  const now = useNow(60_000);
  const { content, version } = tariff;
  return (
    <Typography variant="body2">
      Version {version}: {tariffLabel(content, dateIn(content.zone, now))}. Times in {content.zone}.
    </Typography>
  );
}
