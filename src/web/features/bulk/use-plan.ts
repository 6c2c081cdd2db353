import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import {
  type BulkOrigin,
  type BulkTargetsRequest,
  type BulkValueChange,
  type JobChange,
  type JobItem,
  BULK_MAX,
} from '../../../contract/console/job.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { readCapacity } from '../../../domain/capacity-value.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { allJobItems, jobQuery } from '../../api/jobs.ts';
import { query } from '../../api/query.ts';
import { randomId } from '../../api/random-id.ts';
import { useCapacityUnit } from '../../api/session.ts';
import type { ImportTable } from '../../components/table-file.ts';
import {
  readFileRows,
  rowsFromRun,
  rowsFromTargets,
  type Fault,
  type PlanRow,
} from './bulk-plan.ts';
import { targetFilterOf, type BulkSearch } from './bulk-search.ts';

/** The changes of a new run, as far as chosen. */
export interface Plan {
  change: BulkValueChange;
  /** Undefined while the chosen Entities are not known. */
  rows: readonly PlanRow[] | undefined;
  faults: readonly Fault[];
  /** All that match, including those beyond the limit of one run. */
  total: number;
  /** How the Entities were chosen, as text. */
  chosenBy: string;
  from: BulkOrigin | null;
  /** Whether anything is chosen. */
  chosen: boolean;
  reading: boolean;
  error: unknown;
  retry: () => void;
}

function changeOf(draft: Draft): BulkValueChange {
  return draft.kind === 'capacity'
    ? { kind: 'capacity' }
    : { kind: 'feature', feature: draft.feature.trim(), enabled: draft.enabled };
}

/** A change of a value, or null for another one. */
function valueChangeOf(change: JobChange): BulkValueChange | null {
  return change.kind === 'feature' || change.kind === 'capacity' ? change : null;
}

/** The label of a filter: "Entities in Vans that match “depot”, EV". */
function filterLabel(search: BulkSearch, nameOf: (id: string) => string): string {
  const { q, type, brand, tag, source, collective, health, archived } = search;
  const parts = [
    collective === undefined ? null : `in ${nameOf(collective)}`,
    q === undefined ? null : `that match “${q}”`,
    ...[type, brand, tag, source, health].map((value) => value ?? null),
    archived === undefined ? null : 'archived',
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'all Entities' : `Entities ${parts.join(', ')}`;
}

const NO_ITEMS: readonly JobItem[] = [];

/** Reads which Entities a draft selects, and builds the rows of the run. */
export function usePlan(
  search: BulkSearch,
  draft: Draft,
  nameOf: (collectiveId: string) => string,
): Plan {
  const unit = useCapacityUnit();
  const { from, how, whom } = search;
  // The run that a new one is based on.
  const run = useQuery(jobQuery(from));
  const items = useQuery(
    allJobItems(how === undefined ? undefined : from, how === 'back' ? 'done' : 'problems'),
  );
  const isOrigin = from !== undefined && how !== undefined;

  const pasted = useMemo(() => readIds(draft.ids), [draft.ids]);
  const file = useMemo(
    () =>
      draft.file === null
        ? { rows: [], faults: [] }
        : readFileRows(
            draft.file,
            {
              id: draft.file.idColumn,
              capacity: draft.kind === 'capacity' ? draft.file.capacityColumn : null,
            },
            unit,
          ),
    [draft.file, draft.kind, unit],
  );

  const filter = useMemo(() => targetFilterOf(search), [search]);
  const request = useMemo((): BulkTargetsRequest | null => {
    if (isOrigin) return null;
    if (whom === undefined) return filter === null ? null : { filter };
    const ids = whom === 'ids' ? pasted.ids : file.rows.map(({ entityId }) => entityId);
    return ids.length === 0 ? null : { ids: ids.slice(0, BULK_MAX) };
  }, [isOrigin, whom, filter, pasted, file]);
  const targets = useQuery({
    ...query(JOB_ROUTES.bulkTargets, request === null ? null : { body: request }),
    placeholderData: keepPreviousData,
  });

  const everyone = draft.kind === 'capacity' ? readCapacity(draft.capacity, unit).value : null;
  const byFile = useMemo(
    () => new Map(file.rows.map(({ entityId, capacity }) => [entityId, capacity])),
    [file],
  );
  const { data } = targets;
  const read = request === null ? undefined : data;
  const fromTargets = useMemo(() => {
    if (read === undefined) return undefined;
    const capacityOf = (id: string): number | null => {
      const own = whom === 'file' ? byFile.get(id) : undefined;
      return own ?? everyone;
    };
    return rowsFromTargets(read.entities, read.unknown, capacityOf);
  }, [read, whom, byFile, everyone]);

  const earlier = run.data?.job;
  // No run can be based on one that changed no value.
  const earlierChange = earlier === undefined ? undefined : valueChangeOf(earlier.change);
  const earlierItems = earlierChange === null ? NO_ITEMS : items.data;
  const fromRun = useMemo(
    () =>
      earlier === undefined || earlierItems === undefined || how === undefined
        ? undefined
        : rowsFromRun(earlier, earlierItems, how, unit),
    [earlier, earlierItems, how, unit],
  );

  if (isOrigin) {
    const change = earlierChange ?? changeOf(draft);
    return {
      change:
        how === 'back' && change.kind === 'feature'
          ? { ...change, enabled: !change.enabled }
          : change,
      rows: fromRun?.rows,
      faults: fromRun?.faults ?? [],
      total: fromRun?.rows.length ?? 0,
      chosenBy:
        how === 'back' ? 'what an earlier run changed' : 'what an earlier run did not change',
      from: { runId: from, how },
      chosen: true,
      reading: run.isFetching || items.isFetching,
      error: run.error ?? items.error,
      retry: () => {
        void run.refetch();
        void items.refetch();
      },
    };
  }
  const count = whom === 'ids' ? pasted.ids.length : whom === 'file' ? file.rows.length : null;
  return {
    change: changeOf(draft),
    rows: fromTargets,
    faults: whom === 'file' ? file.faults : [],
    total: count ?? read?.total ?? 0,
    chosenBy:
      whom === 'ids'
        ? 'pasted ids'
        : whom === 'file'
          ? `the file ${draft.file?.name.slice(0, 200) ?? ''}`
          : filterLabel(search, nameOf).slice(0, 300),
    from: null,
    chosen: request !== null,
    reading: targets.isFetching,
    error: request === null ? null : targets.error,
    retry: () => void targets.refetch(),
  };
}

/** The input for a new run. */
export interface Draft {
  /** The run that it becomes; a changed draft is another run. */
  id: string;
  kind: 'feature' | 'capacity';
  feature: string;
  enabled: boolean;
  /** One capacity for all, as typed. */
  capacity: string;
  /** Ids as pasted. */
  ids: string;
  file: DraftFile | null;
  /** Entities that the operator left out. */
  leftOut: readonly string[];
  reason: string;
}

/** A file with the mapping of its columns. */
interface DraftFile extends ImportTable {
  name: string;
  /** How it was read, if that is doubtful. */
  remark: string | null;
  idColumn: string | null;
  capacityColumn: string | null;
}

/** An empty draft. */
export function emptyDraft(): Draft {
  return {
    id: randomId(),
    kind: 'feature',
    feature: CAPTURE_CHARGE_SESSIONS,
    enabled: true,
    capacity: '',
    ids: '',
    file: null,
    leftOut: [],
    reason: '',
  };
}

/** A changed draft. It is another run, unless only the reason changed. */
export function changed(draft: Draft, change: Partial<Draft>): Draft {
  const onlyReason = Object.keys(change).every((name) => name === 'reason');
  return { ...draft, ...change, id: onlyReason ? draft.id : randomId() };
}
