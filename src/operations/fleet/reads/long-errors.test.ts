import { expect, test } from 'vitest';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand } from '../../dispatch/testing/stored-batch.ts';
import { knownCommands } from '../commands/known-commands.ts';
import { storeFleetCommand } from '../testing/fleet-command-rows.ts';

test('of a long error of a Command a part is kept', async () => {
  const db = await memoryStore();
  const description = 'x'.repeat(200_000);
  const error = { title: 'Offline', description };
  await storeFleetCommand(db, aCommand(undefined, { status: 'Failed', error }), 2);
  const commands = await knownCommands(db, aCommand().entityId, 5);
  expect(commands.map(({ command }) => command.error)).toEqual([
    { title: 'Offline', description: `${'x'.repeat(2000)}… (200,000 characters)` },
  ]);
});
