import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import type { DefinitionForm } from '../../../domain/reports/definition-form.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { tariffLabel } from '../../../domain/reports/tariff-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNow } from '../../components/use-now.ts';
import { PeriodField } from './period-field.tsx';
import { ScopeButton, ScopeSheet, UnknownIds, type Scope } from './scope-sheet.tsx';
import type { Define } from './use-define.ts';

interface DefineBarProps {
  define: Define;
  scope: Scope;
  /** Number of pasted ids that do not fit into the address. */
  leftOut: number;
}

/** The main choices of a report in one line: period, Entities, grouping, tariff. */
export function DefineBar({ define, scope, leftOut }: DefineBarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { form, put, read, base, same } = define;
  return (
    <>
      <Box
        component="section"
        aria-label="Question"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.5,
          rowGap: 1,
          alignItems: 'center',
        }}
      >
        <PeriodField form={form} onForm={put} read={read} />
        <ScopeButton define={define} scope={scope} onOpen={() => setChoosing(true)} />
        <SelectField
          label="Group by"
          value={form.grouping}
          options={GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
          onChange={(value) => {
            const grouping = GROUPINGS.find((known) => known === value);
            if (grouping !== undefined) put({ grouping });
          }}
        />
        <TariffField form={form} onForm={put} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1, mt: 1, '&:empty': { display: 'none' } }}>
        <TariffNotes form={form} onForm={put} />
        {!isChoosing && <UnknownIds define={define} scope={scope} />}
        {base !== null && !same && (
          <Typography variant="body2" color="textSecondary">
            Changed since version {base.version} of “{base.name}”: the report will not have its name
            unless it is saved first.
          </Typography>
        )}
      </Box>
      {isChoosing && (
        <ScopeSheet
          define={define}
          scope={scope}
          leftOut={leftOut}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

interface TariffFieldProps {
  form: DefinitionForm;
  onForm: (change: Partial<DefinitionForm>) => void;
}

/** The saved tariff that is chosen: the newest version, an older one, or a deleted one. */
function useChosen(tariff: DefinitionForm['tariff']) {
  const list = useQuery(query(REPORT_ROUTES.tariffs));
  const newest = list.data?.tariffs.find((each) => each.id === tariff?.id);
  // An older version, or a deleted tariff, is read separately.
  const elsewhere =
    tariff !== null && list.data !== undefined && newest?.version !== tariff.version
      ? tariff.id
      : null;
  const versions = useQuery(
    query(REPORT_ROUTES.tariffVersions, elsewhere === null ? null : { params: { id: elsewhere } }),
  );
  const ofVersion = versions.data?.tariffs.find((each) => each.version === tariff?.version);
  const failed = list.error !== null ? list : versions;
  return {
    list: list.data?.tariffs,
    newest,
    chosen: elsewhere === null ? newest : ofVersion,
    isUnlisted: tariff !== null && newest === undefined,
    error: list.error ?? (elsewhere === null ? null : versions.error),
    retry: () => void failed.refetch(),
    retrying: failed.isFetching,
  };
}

/** The tariff of the report, or a link to create the first one. */
function TariffField({ form: { tariff }, onForm }: TariffFieldProps) {
  const { list, chosen, isUnlisted } = useChosen(tariff);
  const { allowed } = usePermission('manage-tariffs');
  if (list?.length === 0 && tariff === null) {
    return (
      <Typography variant="body2" component="span" color="textSecondary">
        {allowed ? (
          <>
            <AppLink to="/reports/tariffs">Add a tariff</AppLink> for costs
          </>
        ) : (
          'No tariffs yet, so no costs'
        )}
      </Typography>
    );
  }
  const unlisted =
    isUnlisted && tariff !== null
      ? [{ value: tariff.id, label: chosen?.content.name ?? 'Not in the list' }]
      : [];
  return (
    <SelectField
      label="Tariff"
      any="No costs"
      value={tariff?.id}
      options={[
        ...unlisted,
        ...(list ?? []).map(({ id, content }) => ({
          value: id,
          label: `${content.name}, ${content.currency}`,
        })),
      ]}
      onChange={(id) => {
        const next = list?.find((each) => each.id === id);
        if (id === undefined) onForm({ tariff: null });
        else if (next !== undefined) onForm({ tariff: { id: next.id, version: next.version } });
      }}
    />
  );
}

/** The prices of the chosen tariff, and notes about its version. */
function TariffNotes({ form: { tariff }, onForm }: TariffFieldProps) {
  const { list, newest, chosen, isUnlisted, error, retry, retrying } = useChosen(tariff);
  const isOlder = tariff !== null && newest !== undefined && newest.version !== tariff.version;
  return (
    <>
      {error !== null && (
        <ErrorPanel
          what="The tariffs could not be read"
          error={error}
          onRetry={retry}
          retrying={retrying}
        />
      )}
      {chosen !== undefined && <Costs tariff={chosen} />}
      {isOlder && (
        <Button
          variant="outlined"
          color="inherit"
          onClick={() => onForm({ tariff: { id: newest.id, version: newest.version } })}
          sx={{ justifySelf: 'start' }}
        >
          Use version {newest.version}, the newest
        </Button>
      )}
      {isUnlisted && list !== undefined && tariff !== null && (
        <Typography variant="body2">
          This tariff was deleted. Its version {tariff.version} is still used.
        </Typography>
      )}
    </>
  );
}

function Costs({ tariff }: { tariff: SavedTariff }) {
  const now = useNow(60_000);
  const { content, version } = tariff;
  return (
    <Typography variant="body2" color="textSecondary">
      Version {version}: {tariffLabel(content, dateIn(content.zone, now))}. Times in {content.zone}.{' '}
      <AppLink to="/reports/tariffs">Manage tariffs</AppLink>
    </Typography>
  );
}
