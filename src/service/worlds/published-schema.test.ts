import { expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { World } from './world-schema.ts';

// `npx vitest run --config .config/vitest.config.ts -u published-schema` updates it.
test('the published JSON Schema of a world file is the loader’s', async () => {
  const schema = z.toJSONSchema(World, { io: 'input' });
  const published = `${JSON.stringify({ title: 'Gridhelm world file', ...schema }, null, 2)}\n`;
  expect(published).toContain('"chargeSessions"');
  await expect(published).toMatchFileSnapshot('../../../docs/world.schema.json');
});
