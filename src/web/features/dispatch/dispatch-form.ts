import type { CommandType } from '../../../contract/command.ts';
import { REASON_MAX } from '../../../contract/console/routes.ts';
import { z } from '../../../contract/zod.ts';
import {
  COMMAND_RULES,
  checkCommandRequest,
  isCommandType,
} from '../../../domain/command-rules.ts';

const Fields = z.object({
  /** Empty until one is chosen. */
  type: z.string(),
  value: z.string(),
  reason: z.string(),
  ignoreCooldown: z.boolean(),
});
/** What the operator has typed so far. */
export type DispatchFields = z.infer<typeof Fields>;

export const EMPTY_FIELDS: DispatchFields = {
  type: '',
  value: '',
  reason: '',
  ignoreCooldown: false,
};

/** The fields without any check; for what was kept in storage. */
export const KeptFields = Fields;

/** The fields as they may be reviewed and sent. */
export const DispatchForm = Fields.superRefine((fields, context) => {
  const wrong = checkCommandRequest({ type: fields.type, value: sentValue(fields) });
  if (wrong !== null) {
    const message = fields.type === '' ? 'Choose a Command.' : wrong.message;
    context.addIssue({ code: 'custom', path: [wrong.field], message });
  }
  const reason = fields.reason.trim();
  if (fields.ignoreCooldown && reason === '') {
    context.addIssue({
      code: 'custom',
      path: ['reason'],
      message: 'Say why cooldowns are ignored.',
    });
  }
  if (reason.length > REASON_MAX) {
    context.addIssue({
      code: 'custom',
      path: ['reason'],
      message: `The reason has ${reason.length} characters; at most ${REASON_MAX} are kept.`,
    });
  }
});

/** The value that is sent: none where the type takes none, whatever an earlier choice left in the field. */
function sentValue(fields: DispatchFields): string | null {
  if (!isCommandType(fields.type) || COMMAND_RULES[fields.type].value === null) return null;
  return fields.value.trim();
}

/** What is reviewed and sent. */
export interface DispatchContent {
  type: CommandType;
  value: string | null;
  reason: string;
  ignoreCooldown: boolean;
}

/** The content of checked fields, or null where no Command is chosen. */
export function contentOf(fields: DispatchFields): DispatchContent | null {
  if (!isCommandType(fields.type)) return null;
  return {
    type: fields.type,
    value: sentValue(fields),
    reason: fields.reason.trim(),
    ignoreCooldown: fields.ignoreCooldown,
  };
}
