import { expect, test } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { collectiveFacts, energyDays, FACTS, UNREAD_FACTS } from '../../testing/fact-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { directoryCsv } from '../../../domain/directory-csv.ts';
import { guessMapping } from './import-file.ts';

const directory = DirectoryImport.parse({
  collectives: [{ id: uuid(900), name: 'Depot', entities: [uuid(1), uuid(2)] }],
  entities: [
    { id: uuid(1), name: 'Van 1' },
    { id: uuid(2), name: 'Van 2' },
  ],
});
const LEFT_OUT = { otherUnits: 2, withoutEnergy: 1, doubtful: 0 };
const facts = {
  entities: new Map([
    [uuid(1), { ...FACTS, energy: { ...energyDays(8), leftOut: LEFT_OUT } }],
    [uuid(2), UNREAD_FACTS],
  ]),
  collectives: new Map([
    [
      uuid(900),
      collectiveFacts(
        { id: uuid(900), entityCount: 2 },
        { energy: { ...energyDays(9), leftOut: LEFT_OUT, readOf: { known: 1, of: 2 } } },
      ),
    ],
  ]),
};

async function table(kind: 'entity' | 'collective') {
  const { default: papa } = await import('papaparse');
  const text = directoryCsv(directory, kind, facts);
  return papa.parse<Record<string, string>>(text, { header: true });
}

test('a file has facts with the time of their read; those never read are empty', async () => {
  const { data } = await table('entity');
  expect(data[0]).toMatchObject({
    'last outcome': 'verified',
    'sent by': 'this console',
    'energy as of': FACTS.energy?.readAt,
    'battery capacity': '68',
    'session capture': 'on',
  });
  expect(data[1]).toMatchObject({
    'energy of 30 days': '',
    'battery capacity': '',
    'failure of reading': 'Forbidden',
  });
});

test('a file gives the sessions that a sum leaves out, and the first provisional day', async () => {
  const limits = { 'sessions not counted': '3', 'energy provisional from': '2026-03-01' };
  const { data } = await table('entity');
  expect(data[0]).toMatchObject(limits);
  expect(data[1]).toMatchObject({ 'sessions not counted': '', 'energy provisional from': '' });
  expect((await table('collective')).data[0]).toMatchObject(limits);
});

test('an import does not take fact columns for fields of the record', async () => {
  for (const kind of ['entity', 'collective'] as const) {
    const { meta } = await table(kind);
    const mapping = guessMapping(kind, meta.fields ?? []);
    for (const [field, column] of Object.entries(mapping)) expect(column).toBe(field);
  }
});
