import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { randomId } from '../../api/random-id.ts';
import type { ImportTable } from '../../components/table-file.ts';

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
