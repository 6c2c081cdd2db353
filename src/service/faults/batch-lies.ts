import { z } from '../../contract/zod.ts';
import type { FaultRule } from './rules.ts';

const Batch = z.looseObject({ commands: z.array(z.unknown()) });

function withCommands(change: (commands: unknown[], rule: FaultRule) => unknown) {
  return (body: unknown, rule: FaultRule): unknown => {
    const batch = Batch.safeParse(body);
    if (!batch.success) return body;
    return { ...batch.data, commands: change(batch.data.commands, rule) };
  };
}

/** Falsifies lists in the answer to a dispatch. Anything but a batch is unchanged. */
export const BATCH_LIES = {
  'null-list': withCommands(() => null),
  'partial-list': withCommands((commands, { keep }) => commands.slice(0, keep)),
  'duplicate-rows': withCommands((commands, { rows = 0 }) =>
    commands.flatMap((row, at) => (at < rows ? [row, row] : [row])),
  ),
};
