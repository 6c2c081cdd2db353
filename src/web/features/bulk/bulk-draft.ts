import { z } from '../../../contract/zod.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../../contract/feature.ts';
import { randomId } from '../../api/random-id.ts';
import { keptInTab } from '../../api/kept-in-tab.ts';

const Draft = z.object({
  /** The run that it becomes; a changed draft is another run. */
  id: Uuid,
  kind: z.enum(['feature', 'capacity']),
  feature: z.string(),
  enabled: z.boolean(),
  /** One capacity for all, as typed. */
  capacity: z.string(),
  /** Ids as pasted. */
  ids: z.string(),
  file: z
    .object({
      name: z.string(),
      /** How it was read, if that is doubtful. */
      remark: z.string().nullable().default(null),
      columns: z.array(z.string()),
      rows: z.array(z.record(z.string(), z.unknown())),
      lines: z.array(z.number()).default([]),
      idColumn: z.string().nullable(),
      capacityColumn: z.string().nullable(),
    })
    .nullable(),
  /** Entities that the operator left out. */
  leftOut: z.array(Uuid),
  reason: z.string(),
});
/** The input for a new run, kept in this tab until the run starts. */
export type Draft = z.infer<typeof Draft>;

const kept = keptInTab('gridhelm-bulk', Draft);

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

/** The draft stored in this tab; an empty one if there is none or it cannot be read. */
export function loadDraft(): Draft {
  return kept.load() ?? emptyDraft();
}

/** Stores a draft; a file that is too large for the storage is left out. */
export function saveDraft(draft: Draft): void {
  if (!kept.save(draft)) kept.save({ ...draft, file: null });
}

/** Deletes the draft. */
export function dropDraft(): void {
  kept.drop();
}

/** A changed draft. It is another run, unless only the reason changed. */
export function changed(draft: Draft, change: Partial<Draft>): Draft {
  const onlyReason = Object.keys(change).every((name) => name === 'reason');
  return { ...draft, ...change, id: onlyReason ? draft.id : randomId() };
}
