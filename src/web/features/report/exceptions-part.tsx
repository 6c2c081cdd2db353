import Box from '@mui/material/Box';
import { EXCEPTIONS } from '../../../contract/console/report-exceptions.ts';
import type { Figures } from '../../../contract/console/report-figures.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import {
  EXCEPTION_LABELS,
  EXCLUSION_REASON_LABELS,
} from '../../../domain/reports/exception-labels.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Explanation } from '../../components/pop-panel.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/section.tsx';
import { BasisNote } from './basis-note.tsx';
import {
  sessionsAt,
  type ReportPartProps,
  type ReportSearch,
  type SessionsSearch,
} from './report-search.ts';
import { useFigures, useReport } from './use-report.ts';

/** The exceptions of a report by kind, open ones first, and the sessions in no total by reason. */
export function ExceptionsPart(props: ReportPartProps) {
  const { search } = props;
  const report = useReport(props);
  const { read, figures } = useFigures(search, report);
  return (
    <Read query={{ ...read, data: figures }} what="the exceptions" rows={12}>
      {({ exceptions, exclusions, basis }) => (
        <>
          <BasisNote basis={basis} zone={report.definition.zone} search={search} />
          <Section
            title="Exceptions"
            about={
              <Explanation about="About: Exceptions">
                Sessions with an exception count, unless they are left out. A session is open until
                an operator has accepted it or left it out. One session can have several exceptions.
              </Explanation>
            }
          >
            <Exceptions search={search} exceptions={exceptions} />
          </Section>
          {exclusions.length > 0 && (
            <Section title="Sessions in no total">
              <DataTable
                label="Sessions in no total"
                columns={exclusionColumns(search)}
                rows={exclusions}
                rowKey={({ reason }) => reason}
              />
            </Section>
          )}
        </>
      )}
    </Read>
  );
}

const linkTo = (search: ReportSearch, filter: SessionsSearch, text: string) => (
  <AppLink to="/reports/new/sessions" search={sessionsAt(search, filter)}>
    {text}
  </AppLink>
);

type ExceptionRow = Figures['exceptions'][number];

/** A column of a count. */
const countOf = <Row,>(
  header: string,
  count: (row: Row) => number,
  phone: { phone: 'line' | 'end'; after: string },
): Column<Row> => ({
  key: header,
  header,
  width: '110px',
  numeric: true,
  cell: (row) => formatNumber(count(row)),
  phone: phone.phone,
  phoneCell: (row) => `${formatNumber(count(row))}${phone.after}`,
});

function Exceptions({ search, exceptions }: { search: ReportSearch; exceptions: ExceptionRow[] }) {
  const found = new Set(exceptions.map(({ kind }) => kind));
  const none = EXCEPTIONS.filter((kind) => !found.has(kind));
  const columns: readonly Column<ExceptionRow>[] = [
    {
      key: 'kind',
      header: 'Exception',
      cell: ({ kind }) =>
        linkTo(search, { exception: kind, counted: 'all' }, EXCEPTION_LABELS[kind]),
      phone: 'name',
    },
    countOf('Open', ({ open }) => open, { phone: 'end', after: ' open' }),
    countOf('Sessions', ({ sessions }) => sessions, { phone: 'line', after: ' sessions' }),
    countOf('Entities', ({ entities }) => entities, { phone: 'line', after: ' Entities' }),
  ];
  return (
    <>
      {exceptions.length > 0 && (
        <DataTable
          label="Exceptions"
          columns={columns}
          rows={exceptions.toSorted((a, b) => b.open - a.open || b.sessions - a.sessions)}
          rowKey={({ kind }) => kind}
        />
      )}
      {none.length > 0 && (
        <Box component="details" sx={{ mt: 1, fontSize: '0.8125rem', color: 'text.secondary' }}>
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            {formatCount(none.length, 'other check', 'other checks')} found nothing
          </Box>
          {none.map((kind) => EXCEPTION_LABELS[kind]).join(' · ')}
        </Box>
      )}
    </>
  );
}

const exclusionColumns = (
  search: ReportSearch,
): readonly Column<Figures['exclusions'][number]>[] => [
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ reason }) => linkTo(search, { counted: reason }, EXCLUSION_REASON_LABELS[reason]),
    phone: 'name',
  },
  countOf('Sessions', ({ sessions }) => sessions, { phone: 'end', after: '' }),
];
