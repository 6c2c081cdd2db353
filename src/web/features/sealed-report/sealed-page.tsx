import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { SealedManifest, type SealedReport } from '../../../contract/console/sealed-report.ts';
import { formatDate, shortId } from '../../../domain/format.ts';
import { definitionOf } from '../../../domain/reports/definition.ts';
import { zoneLabel } from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { readAnsweredFile } from '../../api/answered-file.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CopyText } from '../../components/copy-id.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { MoreMenu } from '../../components/pop-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { usePaperFooter } from '../../components/use-paper-footer.ts';
import { missingText } from '../report/basis-note.tsx';
import { useCsvOptions } from '../report/csv-form.tsx';
import { FileMenu } from '../report/export-menu.tsx';
import { GroupTable } from '../report/group-table.tsx';
import { ReportTotals } from '../report/report-totals.tsx';
import { Differences } from './differences.tsx';
import { MadeOf } from './made-of.tsx';
import { reportTitle, SEALED_DELETION, searchPeriod } from './sealed-labels.ts';

const REPORTS = <AppLink to="/reports">Reports</AppLink>;

/** A sealed report: what came out, what it was made of, and what differs from today. */
export function SealedPage({ id }: { id: string }) {
  const read = useQuery(query(CONSOLE_ROUTES.sealedReport, { params: { id } }));
  if (read.data !== undefined) return <Sealed report={read.data} />;
  return (
    <>
      <PageHeader title="Sealed report" above={REPORTS} />
      <ReadBlock read={read} what="the sealed report" />
    </>
  );
}

function Sealed({ report }: { report: SealedReport }) {
  const {
    id,
    search,
    totals,
    currency,
    hash,
    sealedAt,
    sealedBy,
    keptUntil,
    manifest: text,
  } = report;
  const navigate = useNavigate();
  const denial = usePermission('delete-sealed-report').reason;
  const [isDeleting, setDeleting] = useState(false);
  const title = reportTitle(report, useCollectiveNames());
  const definition = useMemo(() => definitionOf(search), [search]);
  const manifest = useMemo(() => SealedManifest.parse(JSON.parse(text)), [text]);
  const missing = missingText(manifest.basis);
  const period = searchPeriod(search);
  usePaperFooter(`${title} · ${period} · SHA-256 of the manifest ${hash}`);
  const csv = useCsvOptions();
  const files = (['csv', 'xlsx'] as const).map((format) => ({
    label: `${format.toUpperCase()} of sessions`,
    load: () => {
      const input = { params: { id, format }, query: format === 'csv' ? csv : {} };
      return readAnsweredFile(CONSOLE_ROUTES.sealedFile, input);
    },
  }));
  const asJson = () => ({
    name: `report-${shortId(id)}-manifest.json`,
    // As it is hashed.
    content: new Blob([text], { type: 'application/json' }),
  });
  const shown = { by: definition.by, zone: definition.zone, currency };
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={`${title} · Reports`}
        above={REPORTS}
        actions={
          <>
            <LinkButton
              variant="outlined"
              color="inherit"
              to="/reports/new"
              search={{ sealed: id }}
            >
              Today’s figures
            </LinkButton>
            <FileMenu files={[...files, { label: 'Manifest as JSON', load: asJson }]} />
            <MoreMenu>
              {/* Once the menu is closed: it must not be on the paper. */}
              <Button
                color="inherit"
                data-closes=""
                onClick={() => setTimeout(() => window.print())}
              >
                Print
              </Button>
              <PermittedButton
                denial={denial}
                color="inherit"
                data-closes=""
                onClick={() => setDeleting(true)}
              >
                Delete the report
              </PermittedButton>
            </MoreMenu>
          </>
        }
      >
        <span>
          {period}, days in {zoneLabel(definition)}
        </span>
        <span>
          Sealed by {sealedBy} on <DateTimeText instant={sealedAt} />
        </span>
        {keptUntil !== null && <span>Kept until {formatDate(keptUntil)}</span>}
        <span>
          SHA-256{' '}
          <CopyText text={hash} label={hash.slice(0, 12)} what="the hash of the manifest" mono />
        </span>
      </PageHeader>
      {missing !== null && (
        <Box sx={{ ...noticeStyles, py: 0.75, mb: 1.5, fontSize: '0.8125rem' }}>{missing}</Box>
      )}
      <ReportTotals totals={totals} currency={currency} />
      <Section title="Groups">
        <GroupTable
          {...shown}
          label="Groups of the sealed report"
          rows={manifest.groups}
          totals={totals}
          count={manifest.groups.length}
        />
      </Section>
      <Differences id={id} {...shown} />
      <MadeOf manifest={manifest} definition={definition} />
      {isDeleting && (
        <DeleteDialog
          {...SEALED_DELETION}
          id={id}
          name={title}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/reports' })}
        />
      )}
    </>
  );
}
