import { COMMAND_RULES, isCommandType, isSameCommand } from './command-rules.ts';

/** A Command as requested or reported; null where the Service does not report it. */
interface Part {
  type: string | null;
  value: string | null;
}

/** Whether a reported Command can be a requested one: fields that it leaves out do not contradict. */
function answers(requested: Part, reported: Part): boolean {
  const type = reported.type ?? requested.type;
  // Some Services report a value of Commands that take none.
  const takesNone = isCommandType(type) && COMMAND_RULES[type].value === null;
  const value = takesNone ? requested.value : (reported.value ?? requested.value);
  return isSameCommand(requested, { type, value });
}

/**
 * Which Commands of an answer the dispatch had not requested: of another type or value than any of its
 * items, or more for one Entity than there are such items. Trigger times are not compared.
 * @param items requested for each Entity
 * @param commands in the order of the answer
 */
export function unrequestedOf<C extends Part & { entityId: string }>(
  items: readonly Part[],
  commands: readonly C[],
): ReadonlySet<C> {
  const left = new Map<string, Part[]>();
  const unrequested = new Set<C>();
  for (const command of commands) {
    const own = left.get(command.entityId) ?? [...items];
    left.set(command.entityId, own);
    const at = own.findIndex((item) => answers(item, command));
    if (at === -1) unrequested.add(command);
    else own.splice(at, 1);
  }
  return unrequested;
}
