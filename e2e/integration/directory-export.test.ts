import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DirectoryCollectives } from '../../src/contract/console/directory.ts';
import { CONSOLE_ROUTES } from '../../src/contract/console/routes.ts';
import { Gridhelm, runToEnd } from '../support/gridhelm.ts';
import { OperatorClient } from '../support/operator-client.ts';

test('the directory of a data folder is written as files, and never over others', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gridhelm-export-'));
  const dataDir = path.join(folder, 'data');
  const gridhelm = await Gridhelm.start({ DATA_DIR: dataDir });
  const client = await new OperatorClient(gridhelm.origin).signIn();
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  await gridhelm.dispose();

  const run = () => runToEnd('directory-export.js', [dataDir, path.join(folder, 'files')]);
  const { code, output } = await run();
  expect([code, output]).toEqual([0, expect.stringContaining(`${collectives.length} Collectives`)]);
  const lines = (name: string) =>
    readFileSync(path.join(folder, 'files', name), 'utf8')
      .trimEnd()
      .split('\r\n');
  expect(lines('collectives.csv')).toHaveLength(collectives.length + 1);
  const members = new Set(
    lines('entities.csv')
      .slice(1)
      .map((line) => line.split(',')[0]),
  );
  expect(members.size).toBeGreaterThan(100);
  const again = await run();
  expect(again.code).toBe(1);
  expect(again.output).toContain('collectives.csv exists already');
});
