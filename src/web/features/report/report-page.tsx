import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { FigureSearch } from '../../../contract/console/report-definition.ts';
import { formatPeriod } from '../../../domain/format-period.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { scopeLabel, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { useCollectiveNames } from '../../api/collective-names.ts';
import { usePermission } from '../../api/session.ts';
import { AppLink } from '../../components/app-link.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Live } from '../../components/live.tsx';
import { MoreMenu } from '../../components/pop-panel.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PermittedButton } from '../../components/permitted-button.tsx';
import { ReadBlock } from '../../components/read.tsx';
import { TabBar } from '../../components/tab-bar.tsx';
import { usePaperFooter } from '../../components/use-paper-footer.ts';
import { ExportMenu } from './export-menu.tsx';
import { ReportBar } from './report-bar.tsx';
import { onlySaved, type ReportPartProps } from './report-search.ts';
import { SaveDialog } from './save-dialog.tsx';
import { SealDialog } from './seal-dialog.tsx';
import { useFigures, useReport, type Report } from './use-report.ts';

const PARTS = [
  { name: 'figures', label: 'Figures', to: '/reports/new' },
  { name: 'sessions', label: 'Sessions', to: '/reports/new/sessions' },
  { name: 'exceptions', label: 'Exceptions', to: '/reports/new/exceptions' },
  { name: 'statements', label: 'Statements', to: '/reports/new/statements' },
] as const;

/** The page of a report, with the part that its address names. */
export function ReportPage(props: ReportPartProps) {
  return (
    <ReportFrame {...props}>
      <Outlet />
    </ReportFrame>
  );
}

/** Title, definition and tabs of a report around a part of it. */
export function ReportFrame({ children, ...props }: ReportPartProps & { children: ReactNode }) {
  const { search, onSearch } = props;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const names = useCollectiveNames();
  /** A choice of Entities that does not fit into the address. */
  const [tooMany, setTooMany] = useState<Partial<FigureSearch>>();
  const report = useReport(props, setTooMany);
  const { definition, saved, name } = report;
  const { read, figures, computing, busy } = useFigures(search, report);
  const { reason: denial } = usePermission('run-reports');
  const [open, setOpen] = useState<'seal' | 'save'>();
  const close = () => {
    setOpen(undefined);
    setTooMany(undefined);
  };
  const title = name ?? `Report of ${scopeLabel(definition.scope, names)}`;
  const from = figures?.from ?? null;
  const to = figures?.to ?? null;
  const period = from === null || to === null ? 'All time' : formatPeriod({ from, to });
  usePaperFooter(`${title} · ${period}`);
  const part = PARTS.find((each) => each.to === pathname)?.name ?? 'figures';
  if (report.isReading) return <NotKnown {...props} report={report} />;
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={`${title} · Reports`}
        above={<AppLink to="/reports">Reports</AppLink>}
        fresh={figures !== undefined && <AsOf read={read} what="the report" />}
        actions={
          <>
            <PermittedButton
              denial={denial}
              variant="contained"
              aria-haspopup="dialog"
              disabled={denial === null && (figures === undefined || busy)}
              onClick={() => setOpen('seal')}
            >
              Seal
            </PermittedButton>
            <ExportMenu search={search} isFiltered={part === 'sessions'} />
            <MoreMenu>
              <PermittedButton
                denial={denial}
                color="inherit"
                aria-haspopup="dialog"
                data-closes=""
                onClick={() => setOpen('save')}
              >
                Save as
              </PermittedButton>
              {/* Once the menu is closed: it must not be on the paper. */}
              <Button
                color="inherit"
                data-closes=""
                onClick={() => setTimeout(() => window.print())}
              >
                Print
              </Button>
            </MoreMenu>
          </>
        }
      >
        {figures !== undefined && (
          <span>
            {period}, days in {zoneLabel(definition)}
          </span>
        )}
        {name !== null && <span>{scopeLabel(definition.scope, names)}</span>}
        <Live>
          {computing !== null &&
            `${formatNumber(computing.done)} of ${formatCount(computing.of, 'session', 'sessions')} added up`}
        </Live>
      </PageHeader>
      <ReportBar report={report} />
      <TabBar
        label="Parts of the report"
        tabs={PARTS}
        current={part}
        onChange={(next) =>
          void navigate({
            to: PARTS.find((each) => each.name === next)?.to ?? '/reports/new',
            search: { ...search, page: undefined, session: undefined },
          })
        }
      >
        {children}
      </TabBar>
      {open === 'seal' && figures !== undefined && (
        <SealDialog
          search={search}
          title={title}
          period={period}
          zone={definition.zone}
          figures={figures}
          onClose={close}
        />
      )}
      {(open === 'save' || tooMany !== undefined) && (
        <SaveDialog
          search={{ ...report.whole, ...tooMany }}
          saved={saved}
          needsName={tooMany !== undefined}
          onSaved={(id) => onSearch(onlySaved(id))}
          onClose={close}
        />
      )}
    </>
  );
}

/** In the place of a report of which the address does not say what it is of: no other figures stand there. */
function NotKnown({ search, onSearch, report }: ReportPartProps & { report: Report }) {
  const { under } = report;
  const { unread } = search;
  const isGone = search.saved !== undefined && under.data !== undefined;
  return (
    <>
      <PageHeader title="Report" above={<AppLink to="/reports">Reports</AppLink>} />
      {unread !== undefined ? (
        <EmptyState title={`The address does not say what this report is of: ${unread}`}>
          <Typography variant="body2">
            This part of it cannot be read. Figures without it would be those of another report.
          </Typography>
          <Button
            variant="outlined"
            sx={{ justifySelf: 'start' }}
            onClick={() => onSearch({ unread: undefined })}
          >
            Show the report without it
          </Button>
        </EmptyState>
      ) : isGone ? (
        <EmptyState title="There is no such saved definition.">
          <Typography variant="body2">
            It was deleted, or the address is not whole. The{' '}
            <AppLink to="/reports">Reports</AppLink> list those that there are.
          </Typography>
        </EmptyState>
      ) : (
        <ReadBlock
          read={under}
          what={search.saved === undefined ? 'the sealed report' : 'the saved definitions'}
          rows={12}
        />
      )}
    </>
  );
}
