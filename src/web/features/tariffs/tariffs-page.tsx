import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { dateIn } from '../../../domain/time.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { RowsSkeleton } from '../../components/skeletons.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { keptTariff } from './draft-store.ts';
import { draftOf, emptyDraft } from './tariff-draft.ts';
import { TariffEditor } from './tariff-editor.tsx';
import { TariffVersions } from './tariff-versions.tsx';
import { TariffsList } from './tariffs-list.tsx';
import type { TariffsSearch } from './tariffs-search.ts';

interface TariffsPageProps {
  search: TariffsSearch;
  onSearch: (search: TariffsSearch) => void;
}

/** Tariffs of reports: the list, the editor, or the versions of one. */
export function TariffsPage({ search, onSearch }: TariffsPageProps) {
  const { edit, versions } = search;
  const { reason } = usePermission('manage-tariffs');
  const [message, setMessage] = useState('');
  const inList = edit === undefined && versions === undefined;
  return (
    <>
      <PageHeader
        title={
          edit === 'new'
            ? 'New tariff'
            : edit !== undefined
              ? 'Change a tariff'
              : inList
                ? 'Tariffs'
                : 'Versions of a tariff'
        }
        above={
          inList ? (
            <AppLink to="/reports">Reports</AppLink>
          ) : (
            <AppLink to="/reports/tariffs">Tariffs</AppLink>
          )
        }
        actions={
          inList &&
          reason === null && (
            <LinkButton variant="contained" to="/reports/tariffs" search={{ edit: 'new' }}>
              New tariff
            </LinkButton>
          )
        }
      >
        <span>
          The price of a kWh. Each change creates a new version
          {reason === null ? '' : `. ${reason}`}
        </span>
      </PageHeader>
      <Live sx={{ fontSize: '0.8125rem' }}>{inList && message}</Live>
      {edit !== undefined && (
        <Edit
          key={edit}
          edited={edit}
          onClose={() => onSearch({})}
          onSaved={(saved) => {
            setMessage(saved);
            onSearch({});
          }}
        />
      )}
      {edit === undefined && versions !== undefined && (
        <TariffVersions key={versions} id={versions} />
      )}
      {inList && <TariffsList onMessage={setMessage} />}
    </>
  );
}

interface EditProps {
  /** A tariff's id, or `new`. */
  edited: string;
  onClose: () => void;
  onSaved: (message: string) => void;
}

/** Reads the tariff to edit, and keeps its initial draft. */
function Edit({ edited, onClose, onSaved }: EditProps) {
  const { data, error, isFetching, refetch } = useQuery(query(REPORT_ROUTES.tariffs));
  const [kept] = useState(() => keptTariff(edited).load());
  const zone = browserZone();
  const [fresh] = useState(() => emptyDraft(zone, dateIn(zone, Date.now())));
  const newest = data?.tariffs.find(({ id }) => id === edited) ?? null;
  const [begun, setBegun] = useState(kept);
  if (begun === null && edited === 'new') setBegun(fresh);
  if (begun === null && newest !== null) setBegun(draftOf(newest));
  const isReady = edited === 'new' || newest !== null;
  if (begun !== null && isReady) {
    return (
      <TariffEditor
        edited={edited}
        start={begun}
        kept={kept !== null}
        newest={newest}
        onClose={onClose}
        onSaved={({ content, version }) =>
          onSaved(`“${content.name}” is saved as version ${version}.`)
        }
      />
    );
  }
  if (data === undefined && error !== null) {
    return (
      <ErrorPanel
        what="The tariff could not be read"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {kept !== null && (
          <Typography variant="body2">Your input from earlier in this tab is kept.</Typography>
        )}
      </ErrorPanel>
    );
  }
  if (data === undefined) return <RowsSkeleton what="the tariff" rows={4} />;
  return (
    <EmptyState title="There is no such tariff in the list.">
      <Typography variant="body2">
        It was deleted, or the link is wrong.{' '}
        <AppLink to="/reports/tariffs">See all tariffs</AppLink>.
      </Typography>
    </EmptyState>
  );
}
