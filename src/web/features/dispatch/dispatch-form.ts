import { type ScheduleRow, SCHEDULE_ROWS_MAX } from '../../../contract/console/dispatch.ts';
import type { DispatchPlan } from '../../../contract/console/dry-run.ts';
import { REASON_MAX } from '../../../contract/console/headers.ts';
import { z } from '../../../contract/zod.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { POWER_UNITS } from '../../../domain/power-value.ts';
import {
  clashIssues,
  commandIssue,
  rowIssues,
  scheduledRow,
  sentValue,
} from '../../../domain/schedule-rows.ts';

const Row = z.object({
  date: z.string(),
  time: z.string(),
  zone: z.string(),
  type: z.string(),
  value: z.string(),
  unit: z.enum(POWER_UNITS),
  meant: z.string(),
});

const Fields = z.object({
  when: z.enum(['now', 'later']),
  /** Empty until one is chosen; for a dispatch now. */
  type: z.string(),
  value: z.string(),
  /** The unit of the typed value. */
  unit: z.enum(POWER_UNITS),
  /** The planned Commands; for a dispatch later. */
  rows: z.array(Row).max(SCHEDULE_ROWS_MAX),
  reason: z.string(),
  ignoreCooldown: z.boolean(),
});
/** The operator's input so far. */
export type DispatchFields = z.infer<typeof Fields>;

export const EMPTY_FIELDS: DispatchFields = {
  when: 'now',
  type: '',
  value: '',
  unit: 'W',
  rows: [],
  reason: '',
  ignoreCooldown: false,
};

/** The unchecked fields, for input kept in storage. */
export const KeptFields = Fields;

/** Why a reason cannot be stored, or null. */
export function reasonIssue(reason: string): string | null {
  const length = reason.trim().length;
  return length > REASON_MAX
    ? `The reason has ${length} characters; the maximum is ${REASON_MAX}.`
    : null;
}

/** The fields as reviewed and sent. */
export const DispatchForm = Fields.superRefine((fields, context) => {
  const add = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  if (fields.when === 'now') {
    const wrong = commandIssue(fields);
    if (wrong !== null) add([wrong.field], wrong.message);
  } else {
    const now = Date.now();
    for (const [index, row] of fields.rows.entries()) {
      for (const { field, message } of rowIssues(row, now)) add(['rows', index, field], message);
    }
    for (const [index, { field, message }] of clashIssues(fields.rows)) {
      add(['rows', index, field], message);
    }
    if (fields.rows.length === 0) add(['rows'], 'Plan at least one Command.');
  }
  if (fields.ignoreCooldown && fields.reason.trim() === '') {
    add(['reason'], 'Say why cooldowns are ignored.');
  }
  const tooLong = reasonIssue(fields.reason);
  if (tooLong !== null) add(['reason'], tooLong);
});

/** The content to review and send. */
export interface DispatchContent {
  kind: 'now' | 'schedule';
  items: ScheduleRow[];
  reason: string;
  ignoreCooldown: boolean;
}

/** The content of checked fields, or null if something is missing. */
export function contentOf(fields: DispatchFields): DispatchContent | null {
  const common = { reason: fields.reason.trim(), ignoreCooldown: fields.ignoreCooldown };
  if (fields.when === 'now') {
    if (commandIssue(fields) !== null) return null;
    const item = {
      type: fields.type,
      value: sentValue(fields),
      triggerTime: null,
      plannedAs: null,
    };
    return { kind: 'now', items: [item], ...common };
  }
  const items = fields.rows.map(scheduledRow);
  const whole = items.filter((item) => item !== null);
  if (whole.length === 0 || whole.length !== items.length) return null;
  return { kind: 'schedule', items: whole, ...common };
}

/** The request of a dry run: the content without what stays in the console. */
export function planOf(collectiveId: string, content: DispatchContent): DispatchPlan {
  return {
    collectiveId,
    kind: content.kind,
    items: content.items.map(({ type, value, triggerTime }) => ({ type, value, triggerTime })),
  };
}

/**
 * What the sending button does, verb and count: "Stop charging on 412 entities", or
 * "Schedule 6 Commands for 62 entities".
 */
export function sendLabel(content: DispatchContent, entities: number): string {
  const target = formatCount(entities, 'Entity', 'Entities');
  const [first] = content.items;
  return content.kind === 'now' && first !== undefined
    ? `${commandLabelWithValue(first)} on ${target}`
    : `Schedule ${formatCount(content.items.length, 'Command', 'Commands')} for ${target}`;
}

/** The distinct Commands of a plan with their counts: "Reset (3 times)". */
export function itemsLabel(items: readonly Pick<ScheduleRow, 'type' | 'value'>[]): string {
  const counts = new Map<string, number>();
  for (const item of items) {
    const label = commandLabelWithValue(item);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .map(([label, count]) => (count === 1 ? label : `${label} (${formatNumber(count)} times)`))
    .join(', ');
}
