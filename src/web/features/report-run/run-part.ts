import type { ReportRun } from '../../../contract/console/report-run.ts';
import type { RunSearch } from './run-search.ts';

/** Props of each part of a run's page. */
export interface RunPartProps {
  run: ReportRun;
  search: RunSearch;
  onSearch: (change: Partial<RunSearch>) => void;
}

/** What the figures of a draft differ by: it is no run that could be explored. */
export interface DraftPartProps {
  /** Takes over the days that were chosen in the chart. */
  onDays?: (days: { from: string; to: string }) => void;
  /** Whether another draft has taken its place: nothing more is read of it. */
  isReplaced?: boolean;
}

/** A part that says how far the run is. */
export interface ShownPartProps extends RunPartProps {
  /** It ends for readers once its last figures are on screen. */
  shown: ReportRun;
}
