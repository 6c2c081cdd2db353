import { Command } from '../../contract/command.ts';
import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import type { Answer } from '../answers.ts';
import { Differs, NotTried, may, shown } from '../outcome.ts';

/** The part of the specification on canceling. */
export const CANCEL = 'States and transitions; Commands, PATCH';

/** Path parameters of a Command. */
export function idsOf({ entityId, id }: Command): { entityId: string; commandId: string } {
  return { entityId, commandId: id };
}

/** The first of some Commands. @throws NotTried if there are none */
export function firstOf(commands: readonly Command[]): Command {
  const [first] = commands;
  if (first === undefined) throw new NotTried('the answer names no Command');
  return first;
}

/** The content of a successful POST commands or commands/schedule; its fields may be absent. */
export interface Batch {
  batchId: string | null;
  /** Null if the answer has no list. */
  commands: Command[] | null;
}

const Answered = z.object({ batchId: Uuid.nullish(), commands: z.array(Command).nullish() });

/** @throws Differs if fields do not match the specification */
export function batchOf(answer: Answer): Batch {
  const read = Answered.safeParse(answer.json);
  if (!read.success) {
    const seen = `${shown(answer.asked)}: ${shown(read.error.issues[0])}`;
    throw new Differs(seen, { root: 'Command batch' });
  }
  return { batchId: read.data.batchId ?? null, commands: read.data.commands ?? null };
}

/** The Commands in an answer; the specification leaves open that there may be none. */
export function namedIn({ commands }: Batch): Command[] {
  may(commands !== null, 'the answer has no list of Commands');
  return commands ?? [];
}
