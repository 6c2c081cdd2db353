import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TariffVersion } from '../../../contract/console/tariff.ts';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { tariffText } from '../../../domain/reports/tariff-texts.ts';
import { dateIn } from '../../../domain/time.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DeletableTable } from '../../components/data-table/deletable-table.tsx';
import type { Deletion } from '../../components/delete-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';
import { TariffEditor } from './tariff-editor.tsx';
import type { TariffsSearch } from './tariffs-search.ts';

interface TariffsPageProps {
  search: TariffsSearch;
  onSearch: (search: TariffsSearch) => void;
}

/** Tariffs of reports: the list, or the fields of one. */
export function TariffsPage({ search: { edit }, onSearch }: TariffsPageProps) {
  const { reason } = usePermission('manage-tariffs');
  const read = useQuery(query(CONSOLE_ROUTES.tariffs));
  const [message, setMessage] = useState('');
  const tariff = read.data?.tariffs.find(({ id }) => id === edit) ?? null;
  const isList = edit === undefined;
  const close = () => onSearch({ edit: undefined });
  const editor = (
    <TariffEditor
      key={edit}
      newest={tariff}
      onClose={close}
      onSaved={({ content, version }) => {
        setMessage(`“${content.name}” is saved as version ${version}.`);
        close();
      }}
    />
  );
  return (
    <>
      <PageHeader
        title={edit === 'new' ? 'New tariff' : (tariff?.content.name ?? 'Tariffs')}
        fresh={isList && read.data !== undefined && <AsOf read={read} what="the tariffs" />}
        above={
          <AppLink to={isList ? '/reports' : '/reports/tariffs'}>
            {isList ? 'Reports' : 'Tariffs'}
          </AppLink>
        }
        actions={
          isList &&
          reason === null && (
            <LinkButton variant="contained" to="/reports/tariffs" search={{ edit: 'new' }}>
              New tariff
            </LinkButton>
          )
        }
      >
        <span>
          What energy and sessions cost. Each change creates a new version
          {reason === null ? '' : `. ${reason}`}
        </span>
      </PageHeader>
      <Live sx={{ fontSize: '0.8125rem' }}>{isList && message}</Live>
      {edit === 'new' ? (
        editor
      ) : (
        <Read query={read} what="the tariffs" rows={4}>
          {({ tariffs }) =>
            isList ? (
              <TariffsList tariffs={tariffs} onDeleted={setMessage} />
            ) : tariff !== null ? (
              editor
            ) : (
              <EmptyState title="There is no such tariff in the list.">
                <Typography variant="body2">
                  It was deleted, or the link is wrong.{' '}
                  <AppLink to="/reports/tariffs">See all tariffs</AppLink>.
                </Typography>
              </EmptyState>
            )
          }
        </Read>
      )}
    </>
  );
}

/** @param now milliseconds since the epoch */
const columnsOf = (now: number): readonly Column<TariffVersion>[] => [
  column('name', 'Tariff', { wraps: true, width: '24%', phone: 'name' }, ({ id, content }) => (
    <AppLink to="/reports/tariffs" search={{ edit: id }}>
      {content.name}
    </AppLink>
  )),
  column('costs', 'Price today', { wraps: true, phone: 'more' }, ({ content }) =>
    tariffText(content, dateIn(content.zone, now)),
  ),
  column(
    'saved',
    'Saved',
    { wraps: true, width: '22%', phone: 'line' },
    ({ version, savedAt, savedBy }) => (
      <>
        Version {version}, <DateTimeText instant={savedAt} /> by {savedBy}
      </>
    ),
  ),
];

const DELETION: Deletion = {
  what: 'tariff',
  sending: mutation(CONSOLE_ROUTES.deleteTariff),
  consequence:
    'It is deleted for all operators. Reports and definitions with one of its versions keep that version.',
};

interface TariffsListProps {
  tariffs: readonly TariffVersion[];
  onDeleted: (message: string) => void;
}

/** The newest version of each tariff. */
function TariffsList({ tariffs, onDeleted }: TariffsListProps) {
  const now = useNow(60_000);
  const { reason } = usePermission('manage-tariffs');
  if (tariffs.length === 0) {
    return (
      <EmptyState title="There are no tariffs yet.">
        <Typography variant="body2">
          A tariff says what energy costs: one price, a price for each register, prices by weekday
          and hour, or a list of hourly prices, with fees per session and per hour. A report with a
          tariff also adds up the cost.
        </Typography>
      </EmptyState>
    );
  }
  return (
    <DeletableTable
      label="Tariffs"
      columns={columnsOf(now)}
      rows={tariffs}
      nameOf={({ content }) => content.name}
      deletion={DELETION}
      denial={reason}
      onDeleted={onDeleted}
    />
  );
}
