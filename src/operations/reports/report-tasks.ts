import type { Kysely } from 'kysely';
import type { FigureSearch, SessionFilter } from '../../contract/console/report-definition.ts';
import type {
  FigureOrder,
  FigureSeries,
  FigureSession,
  Figures,
} from '../../contract/console/report-figures.ts';
import type { FileOptions } from '../../contract/console/report-routes.ts';
import type { SealedDifferences } from '../../contract/console/sealed-report.ts';
import type { Statement } from '../../contract/console/statement.ts';
import { comparedPeriod } from '../../domain/reports/definition.ts';
import { groupReport, reportTotals } from '../../domain/reports/group-report.ts';
import { findSessions, sessionReader } from '../../domain/reports/list-sessions.ts';
import { exceptionCounts, exclusionCounts, seriesOf } from '../../domain/reports/report-answers.ts';
import { togetherKwh } from '../../domain/reports/shown-figures.ts';
import { statementsOf, type StatementsOf } from '../../domain/reports/statements.ts';
import type { Store } from '../../store/schema/schema.ts';
import { groupColumns, sessionColumns, statementColumns, statementRows } from './file-columns.ts';
import { csvFormat, csvOf, tableOf, xlsxOf, type FileTable } from './file-table.ts';
import type { ReportEngine, MadeReport } from './report-engine.ts';
import type { Watch } from './load-sessions.ts';
import { findSealed, sealedDifferences } from './read-sealed.ts';
import { aboutReport, columnNames } from './report-about.ts';
import { sealedPieces, type SealAsk, type SealedPiece } from './seal-report.ts';

/** What every task says: the address, and the time of the request in milliseconds since the epoch. */
interface Asked {
  search: FigureSearch;
  now: number;
}

/** A page of groups, and whether a chart is drawn. */
interface FiguresAsk {
  order?: FigureOrder | undefined;
  direction?: 'up' | 'down' | undefined;
  limit: number;
  offset: number;
  /** Null: without a unit; absent: all. */
  unit?: string | null | undefined;
  chart?: FigureSeries['grain'] | undefined;
}

/** A file, or the sessions of a sealed one. */
interface FileAsk extends FileOptions {
  format: 'csv' | 'xlsx';
  of: StatementsOf;
  filter: SessionFilter;
}

/** A task of the thread that computes reports. */
export type ReportTask = Asked &
  (
    | { kind: 'figures'; ask: FiguresAsk }
    | { kind: 'sessions'; filter: SessionFilter; cursor: number; limit: number }
    | {
        kind: 'statements';
        of: StatementsOf;
        key: string | undefined;
        limit: number;
        offset: number;
      }
    | { kind: 'differences'; id: string }
  );

/** A task whose result comes in parts. */
export type ReportStream = Asked &
  ({ kind: 'file'; file: FileAsk } | { kind: 'seal'; seal: SealAsk });

/** The answers of tasks, by their kind. */
export interface ReportAnswers {
  figures: Figures;
  sessions: { sessions: FigureSession[]; count: number; cursor: number | null };
  statements: { statements: Statement[]; count: number };
  differences: SealedDifferences;
}
export type TaskOf<K extends keyof ReportAnswers> = Extract<ReportTask, { kind: K }>;

/** Does the tasks of reports: in a thread, or for tests beside the caller. */
export interface ReportTasks {
  answer(task: ReportTask, watch: Watch): Promise<ReportAnswers[keyof ReportAnswers]>;
  /** Parts of a file as bytes, or the pieces of a sealed report. */
  stream(task: ReportStream, watch: Watch): AsyncIterable<Uint8Array | SealedPiece>;
}

function sessionPage(
  { report }: MadeReport,
  { filter, cursor, limit }: TaskOf<'sessions'>,
): ReportAnswers['sessions'] {
  const read = sessionReader(report, filter);
  const rows: number[] = [];
  let next: number | null = null;
  let count = 0;
  for (const row of findSessions(report, filter)) {
    count += 1;
    if (row < cursor) continue;
    if (rows.length < limit) rows.push(row);
    else next ??= row;
  }
  return { sessions: rows.map(read), count, cursor: next };
}

const tariffNames = ({ tariffs }: MadeReport) => tariffs.tariffs.map(({ content }) => content.name);

/** Creates what does the tasks. @param db a connection for reading that nothing else uses */
export function createReportTasks(db: Kysely<Store>, engine: ReportEngine): ReportTasks {
  const figures = async (
    { search, now, ask }: TaskOf<'figures'>,
    watch: Watch,
  ): Promise<Figures> => {
    const made = await engine.report(search, now, watch);
    const { report, definition, period, tariffs, basis } = made;
    const { chart, ...page } = ask;
    const totals = reportTotals(report);
    const { rows: groups, count } = groupReport(report, definition.by, page);
    const other = search.compare === undefined ? null : comparedPeriod(period, search.compare);
    const answer: Figures = {
      from: period.from,
      to: period.to,
      currency: tariffs.currency,
      totals,
      kwh: togetherKwh(totals),
      exceptions: exceptionCounts(report),
      exclusions: exclusionCounts(report),
      groups,
      count,
      series:
        chart === undefined ? null : seriesOf(report, definition.by[0] ?? null, chart, ask.unit),
      compared: null,
      basis,
    };
    if (other === null) return answer;
    const before = await engine.report(search, now, watch, other);
    const { from, to } = other;
    return {
      ...answer,
      compared: { from, to, totals: reportTotals(before.report), basis: before.basis },
    };
  };

  const tableFor = (
    made: MadeReport,
    { rows, of, filter }: FileAsk,
    names: Parameters<typeof sessionColumns>[0],
  ): FileTable => {
    const { report, definition } = made;
    switch (rows ?? 'groups') {
      case 'groups':
        return tableOf(
          'Groups',
          groupColumns(definition.by, names),
          groupReport(report, definition.by).rows,
        );
      case 'statements':
        return tableOf(
          'Statements',
          statementColumns(of, names),
          statementRows(
            statementsOf(report, of, tariffNames(made), filter.inEntity ?? filter.inCollectives),
          ),
        );
      case 'sessions': {
        const read = sessionReader(report, filter);
        const found = (function* () {
          for (const row of findSessions(report, filter)) yield read(row);
        })();
        return tableOf('Sessions', sessionColumns(names), found);
      }
    }
  };

  return {
    async answer(task, watch) {
      if (task.kind === 'figures') return figures(task, watch);
      const made = await engine.report(task.search, task.now, watch);
      switch (task.kind) {
        case 'sessions':
          return sessionPage(made, task);
        case 'statements': {
          const all = statementsOf(made.report, task.of, tariffNames(made), task.key);
          const some = all.slice(task.offset, task.offset + task.limit);
          return { statements: some, count: all.length };
        }
        case 'differences':
          return sealedDifferences(db, await findSealed(db, task.id), made);
      }
    },
    async *stream(task, watch) {
      const made = await engine.report(task.search, task.now, watch);
      if (task.kind === 'seal') {
        yield* sealedPieces(made, task.search, task.seal);
        return;
      }
      const names = await columnNames(db, made);
      const table = tableFor(made, task.file, names);
      if (task.file.format === 'csv') yield* csvOf(table, csvFormat(task.file));
      else yield* xlsxOf(aboutReport(made, names, task.now), [table]);
    },
  };
}
