import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import { tariffLabel } from '../../../domain/reports/tariff-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { mutation, query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { useNow } from '../../components/use-now.ts';

function columnsOf(costs: (row: SavedTariff) => string): readonly Column<SavedTariff>[] {
  return [
    {
      key: 'name',
      header: 'Tariff',
      wraps: true,
      width: '20%',
      cell: (row) => (
        <AppLink to="/reports/tariffs" search={{ versions: row.id }}>
          {row.content.name}
        </AppLink>
      ),
      phone: 'name',
    },
    { key: 'costs', header: 'Price today', wraps: true, cell: costs, phone: 'line' },
    {
      key: 'zone',
      header: 'Time zone',
      wraps: true,
      width: '13%',
      cell: ({ content }) => content.zone,
      phone: 'line',
    },
    {
      key: 'version',
      header: 'Version',
      numeric: true,
      width: '72px',
      cell: (row) => row.version,
      phone: 'line',
      phoneCell: (row) => `version ${row.version}`,
    },
    {
      key: 'saved',
      header: 'Saved',
      wraps: true,
      width: '160px',
      cell: (row) => (
        <>
          <DateTimeText instant={row.savedAt} /> by {row.savedBy}
        </>
      ),
    },
  ];
}

/** The newest version of each tariff. */
export function TariffsList({ onMessage }: { onMessage: (message: string) => void }) {
  const now = useNow(60_000);
  const { reason } = usePermission('manage-tariffs');
  const read = useQuery(query(REPORT_ROUTES.tariffs));
  const [deleting, setDeleting] = useState<SavedTariff | null>(null);
  const costs = ({ content }: SavedTariff) => tariffLabel(content, dateIn(content.zone, now));
  const actions = (row: SavedTariff) => (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, ml: -1, '&& > *': { minWidth: 0, px: 1 } }}
    >
      <LinkButton
        color="inherit"
        to="/reports/tariffs"
        search={{ versions: row.id }}
        aria-label={`Versions of ${row.content.name}`}
      >
        Versions
      </LinkButton>
      {reason === null && (
        <>
          <LinkButton
            color="inherit"
            to="/reports/tariffs"
            search={{ edit: row.id }}
            aria-label={`Change ${row.content.name}`}
          >
            Change
          </LinkButton>
          <Button
            color="inherit"
            aria-label={`Delete ${row.content.name}`}
            onClick={() => setDeleting(row)}
          >
            Delete
          </Button>
        </>
      )}
    </Box>
  );
  return (
    <Section
      ofTab
      title="All tariffs"
      aside={read.data !== undefined && <AsOf read={read} what="the tariffs" />}
    >
      <Read query={read} what="the tariffs" rows={4}>
        {({ tariffs }) =>
          tariffs.length === 0 ? (
            <EmptyState title="There are no tariffs yet.">
              <Typography variant="body2">
                A tariff is the price of a kWh: one price, a price for each register, or prices by
                weekday and hour. A report with a tariff also adds up the cost.
              </Typography>
            </EmptyState>
          ) : (
            <DataTable
              label="Tariffs"
              columns={[
                ...columnsOf(costs),
                {
                  key: 'actions',
                  header: 'Actions',
                  wraps: true,
                  width: '236px',
                  cell: actions,
                  phone: 'more',
                },
              ]}
              rows={tariffs}
              rowKey={(row) => row.id}
            />
          )
        }
      </Read>
      {deleting !== null && (
        <DeleteTariff
          tariff={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            onMessage(`“${deleting.content.name}” is deleted.`);
            setDeleting(null);
          }}
        />
      )}
    </Section>
  );
}

interface DeleteTariffProps {
  tariff: SavedTariff;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteTariff({ tariff, onClose, onDeleted }: DeleteTariffProps) {
  const deletion = useMutation(mutation(REPORT_ROUTES.deleteTariff));
  return (
    <ConfirmDialog
      title={`Delete the tariff “${tariff.content.name}”`}
      act="Delete the tariff"
      sending={deletion}
      failed="The tariff was not deleted"
      onConfirm={() => deletion.mutate({ params: { id: tariff.id } }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <Typography variant="body2">
        It is deleted for all operators. Reports and definitions with one of its versions keep that
        version.
      </Typography>
    </ConfirmDialog>
  );
}
