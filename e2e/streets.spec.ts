import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, signIn, test } from './support/fixtures.ts';
import { readPlaces } from './support/fleet-reads.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { smallPmtiles } from './support/small-pmtiles.ts';

test('streets of a .pmtiles file are read in parts and drawn, in light and dark', async ({
  page,
}) => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'streets-')), 'small.pmtiles');
  writeFileSync(file, smallPmtiles());
  const gridhelm = await Gridhelm.start({ BASEMAP_URL: file });
  try {
    await page.emulateMedia({ colorScheme: 'light' });
    const parts: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/streets.pmtiles')) parts.push(response.status());
    });
    await readPlaces(gridhelm);
    await signIn(page, gridhelm, { path: '/map?at=20,10,1' });
    const map = page.getByRole('application', { name: /^Map of the fleet/ });
    await expect(map).toContainText('© OpenStreetMap contributors · Protomaps');
    /** The colours in the middle of the tiles. */
    const colours = () =>
      map.locator('canvas.leaflet-tile').evaluateAll((tiles) =>
        tiles.map((tile) => {
          if (!(tile instanceof HTMLCanvasElement) || tile.width === 0) return 'nothing';
          const middle = [tile.width / 2, tile.height / 2] as const;
          return (
            tile
              .getContext('2d')
              ?.getImageData(...middle, 1, 1)
              .data.join() ?? 'nothing'
          );
        }),
      );
    // The colours of land in the two flavours.
    await expect.poll(colours).toContain('226,223,218,255');
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.every((status) => status === 206)).toBe(true);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(colours).not.toContain('226,223,218,255');
    await expect.poll(async () => (await colours()).every((each) => each !== 'nothing')).toBe(true);
  } finally {
    await gridhelm.dispose();
  }
});
