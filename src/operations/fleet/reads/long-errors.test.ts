import { expect, test } from 'vitest';
import { Command } from '../../../contract/command.ts';
import { fromJson } from '../../../store/json.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { z } from '../../../contract/zod.ts';
import { aCommand } from '../../dispatch/testing/stored-batch.ts';
import { storeCommands } from './store-told.ts';

test('of a long error of a Command a part is kept, and all its other fields', async () => {
  const db = await memoryStore();
  const description = 'x'.repeat(200_000);
  const rows = ['Offline', 'Rejected'].map((title, at) => {
    const told = {
      ...aCommand(),
      status: 'Failed',
      error: { title, description: at === 0 ? description : 'Not now', more: 1 },
      site: 'Zürich',
    };
    return { row: Command.parse(told), told, again: 0, differs: false };
  });
  await storeCommands(db, aCommand().entityId, rows, { askedAt: 1, now: 2 });
  const stored = await db.selectFrom('fleet_commands').select('content').execute();
  const contents = stored.map(({ content }) => fromJson(z.looseObject({}), content));
  expect(contents).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        site: 'Zürich',
        error: { title: 'Offline', description: `${'x'.repeat(2000)}… (200,000 characters)` },
      }),
      rows[1]?.told,
    ]),
  );
});
