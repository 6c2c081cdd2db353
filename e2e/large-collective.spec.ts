import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Gridhelm } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { chooseFilter, openEntitiesOf } from './support/steps.ts';

const COUNT = 2000;

/** A world with one big Fleet, as a file. */
function bigFleet(): string {
  const organisationId = randomUUID();
  const entities = Array.from({ length: COUNT }, (_, at) => ({
    // Only zeros and ones, so no search for a number finds an id.
    id: `00000000-0000-4000-8000-${at.toString(2).padStart(12, '0')}`,
    organisationId,
    type: at % 4 === 0 ? 'ChargePoint' : 'EV',
    brand: 'Example',
    name: `Device ${String(at + 1).padStart(4, '0')}`,
    features: [],
  }));
  const world = {
    organisations: [{ id: organisationId, name: 'Big' }],
    collectives: [
      {
        id: randomUUID(),
        name: 'Everything',
        type: 'Fleet',
        organisationId,
        entities: entities.map(({ id }) => id),
        members: [],
      },
    ],
    entities,
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'world-')), 'big.json');
  writeFileSync(file, JSON.stringify(world));
  return file;
}

test('a Collective of 2,000 Entities: only rows in view are drawn, and all can be reached', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start({ SERVICE_WORLD: bigFleet() });
  try {
    await openEntitiesOf(page, gridhelm, 'Fleet');
    const table = page.getByRole('table', { name: 'Entities' });
    await expect(table.getByRole('link', { name: 'Device 0001' })).toBeVisible();
    expect(await table.getByRole('row').count()).toBeLessThan(120);
    await expect(table).toHaveAttribute('aria-rowcount', String(COUNT + 1));

    const region = page.getByRole('region', { name: /Entities.*scrolls/ });
    await region.focus();
    await page.keyboard.press('End');
    await expect(table.getByRole('link', { name: 'Device 2000' })).toBeVisible();
    const search = page.getByRole('searchbox', { name: /^Search name/ });
    await search.fill('Device 1234');
    await expect(table.getByRole('link')).toHaveCount(1);
    await search.fill('');
    await chooseFilter(page, 'Type', 'Charge point');
    await expect(page.getByText('500 Entities match')).toBeVisible();
  } finally {
    await gridhelm.dispose();
  }
});
