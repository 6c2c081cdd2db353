import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { SavedDefinition } from '../../../contract/console/report-definition.ts';
import { SavedTariff, TariffContent } from '../../../contract/console/report-tariff.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { deleteDefinition, findSaved, readDefinitions, saveDefinition } from './definitions.ts';
import {
  deleteTariff,
  findTariff,
  readTariffVersions,
  readTariffs,
  saveTariff,
} from './tariffs.ts';
import { aDefinition } from '../testing/stored-run.ts';

const OLGA = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;
const PAUL = { operator: { id: 'p', name: 'Paul', role: 'approver' } } as const;
const ID = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0e01';
const OTHER = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0e02';
const NOW = Date.parse('2026-05-20T12:00:00Z');

const flat = (price: string, more: object = {}) =>
  TariffContent.parse({
    name: 'Night and day',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    validities: [{ validFrom: '2026-01-01', validTo: null, rate: { kind: 'flat', price } }],
    ...more,
  });

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});

describe('a definition', () => {
  const save = (name: string, zone = 'UTC', by: typeof OLGA | typeof PAUL = OLGA) =>
    saveDefinition(db, { id: ID, name, definition: aDefinition({ zone }) }, by, NOW);

  test('gets a new version with each change, and the old ones are unchanged', async () => {
    expect((await save('March')).created).toBe(true);
    const { saved } = await save('March', 'Europe/Zurich', PAUL);
    expect(SavedDefinition.parse(saved)).toMatchObject({
      id: ID,
      version: 2,
      savedBy: 'Paul',
      savedAt: '2026-05-20T12:00:00.000Z',
    });
    expect((await readDefinitions(db)).definitions).toEqual([saved]);
    const first = await findSaved(db, { id: ID, version: 1 }, aDefinition());
    expect(first).toMatchObject({ version: 1, savedBy: 'Olga', definition: { zone: 'UTC' } });
  });

  test('with the same content makes no new version', async () => {
    await save('March');
    expect(await save('March', 'UTC', PAUL)).toMatchObject({
      created: false,
      saved: { version: 1, savedBy: 'Olga' },
    });
    expect((await save('April')).saved.version).toBe(2);
  });

  test('saved concurrently gets one version each, in sequence', async () => {
    const saved = await Promise.all(
      Array.from({ length: 8 }, (_, at) => save(`Month ${at}`, 'UTC', at % 2 === 0 ? OLGA : PAUL)),
    );
    const versions = saved.map((one) => one.saved.version);
    expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect((await readDefinitions(db)).definitions).toHaveLength(1);
  });

  test('is not listed after deletion; its versions stay, and saving lists it again', async () => {
    await save('March');
    await deleteDefinition(db, ID);
    expect((await readDefinitions(db)).definitions).toEqual([]);
    expect(await findSaved(db, { id: ID, version: 1 }, aDefinition())).not.toBeNull();
    await expect(deleteDefinition(db, ID)).rejects.toMatchObject({ status: 404 });
    expect((await save('March')).saved.version).toBe(2);
    expect((await readDefinitions(db)).definitions).toHaveLength(1);
  });

  test('is refused with a zone or a tariff that does not exist', async () => {
    await expect(save('March', 'Europe/Nowhere')).rejects.toMatchObject({ status: 400 });
    const definition = aDefinition({ tariff: { id: OTHER, version: 1 } });
    await expect(
      saveDefinition(db, { id: ID, name: 'March', definition }, OLGA, NOW),
    ).rejects.toMatchObject({ status: 404 });
    expect((await readDefinitions(db)).definitions).toEqual([]);
  });

  test('belongs to a run only while its content is the same', async () => {
    await save('March');
    const other = aDefinition({ boundary: 'end' });
    expect(await findSaved(db, { id: ID, version: 1 }, other)).toBeNull();
    await expect(findSaved(db, { id: ID, version: 2 }, other)).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('a tariff', () => {
  test('keeps all versions, each of which is found even after deletion', async () => {
    await saveTariff(db, { id: ID, content: flat('0.27') }, PAUL, NOW);
    const { tariff } = await saveTariff(db, { id: ID, content: flat('0.31') }, PAUL, NOW + 1000);
    expect(SavedTariff.parse(tariff).version).toBe(2);
    expect((await readTariffs(db)).tariffs).toEqual([tariff]);
    await deleteTariff(db, ID);
    expect((await readTariffs(db)).tariffs).toEqual([]);
    const { tariffs } = await readTariffVersions(db, ID);
    expect(tariffs.map(({ version }) => version)).toEqual([2, 1]);
    expect(await findTariff(db, { id: ID, version: 1 })).toEqual({
      id: ID,
      version: 1,
      content: flat('0.27'),
    });
    await expect(readTariffVersions(db, OTHER)).rejects.toMatchObject({ status: 404 });
  });

  test('is refused if its zone does not exist', async () => {
    const content = flat('1', { zone: 'Mars/Olympus' });
    await expect(saveTariff(db, { id: ID, content }, PAUL, NOW)).rejects.toMatchObject({
      status: 400,
      detail: { errors: [{ code: 'content.zone' }] },
    });
  });
});
