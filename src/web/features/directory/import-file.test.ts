import { expect, test } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { uuid } from '../../testing/samples.ts';
import { directoryCsv } from '../../../domain/directory-csv.ts';
import { readTableFile } from '../../components/table-file.ts';
import { draftOf, guessKind, guessMapping, withoutRows } from './import-file.ts';

function file(text: string, name = 'fleet.csv') {
  return { name, arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer) };
}

async function tableOf(text: string) {
  const read = await readTableFile(file(text));
  if (!('table' in read)) throw new Error('no table');
  return read.table;
}

test('columns are recognised by common names in any spelling', async () => {
  const table = await tableOf('Entity ID;Display name;Make;City;Tags;Other\n1;2;3;4;5;6');
  expect(guessMapping('entity', table.columns)).toEqual({
    id: 'Entity ID',
    name: 'Display name',
    brand: 'Make',
    place: 'City',
    tags: 'Tags',
  });
});

test('so are German ones', async () => {
  const { columns } = await tableOf('Name;Typ;Kennung;Gruppe;Schlagworte\n1;2;3;4;5');
  const mapping = { id: 'Kennung', name: 'Name', type: 'Typ' };
  expect(guessMapping('entity', columns)).toMatchObject({
    ...mapping,
    collectives: 'Gruppe',
    tags: 'Schlagworte',
  });
  const depots = await tableOf('Geräte-ID;Bezeichnung;Geräte\n1;2;3');
  expect(guessKind(depots.columns, 'entity')).toBe('collective');
  expect(guessMapping('collective', depots.columns)).toEqual({
    id: 'Geräte-ID',
    name: 'Bezeichnung',
    entities: 'Geräte',
  });
});

test('a table of a spreadsheet in Windows-1252 with a named separator is read, with a remark', async () => {
  const bytes = Buffer.from('sep=;\r\nid;name\r\n1;Zürich\r\n', 'latin1');
  const read = await readTableFile({
    name: 'fleet.csv',
    arrayBuffer: () => Promise.resolve(Uint8Array.from(bytes).buffer),
  });
  expect(read).toEqual({
    table: { columns: ['id', 'name'], rows: [{ id: '1', name: 'Zürich' }], lines: [2] },
    remark: 'Read as Windows-1252.',
  });
});

test('a table means the same however a spreadsheet saved it', async () => {
  const rows = ['id;name;place;tags', `${uuid(1)};Van 01;Süd;Zone A|north`];
  const files = [
    Buffer.from(rows.join('\r\n'), 'latin1'),
    Buffer.from(`\uFEFF${rows.map((row) => `${row};\r\n`).join('')}`),
    Buffer.from(`\uFEFF${rows.join('\r\n').replaceAll(';', '\t')}`, 'utf16le'),
  ];
  for (const bytes of files) {
    const read = await readTableFile({
      name: 'fleet.csv',
      arrayBuffer: async () => Uint8Array.from(bytes).buffer,
    });
    if (!('table' in read)) throw new Error('no table');
    expect(draftOf('entity', read.table, guessMapping('entity', read.table.columns))).toEqual({
      entities: [{ id: uuid(1), name: 'Van 01', place: 'Süd', tags: ['Zone A', 'north'] }],
    });
  }
});

test('rows keep their number in the file', async () => {
  expect((await tableOf('sep=;\n\nid;name\n\n1;"two\nlines"\n;;\n2;b\n')).lines).toEqual([4, 6]);
});

test('ids in braces and without hyphens are normalised', async () => {
  const table = await tableOf(
    `id,owner,entities\n{${uuid(1)}},${uuid(2).replaceAll('-', '')},{${uuid(3)}} van-7`,
  );
  expect(draftOf('collective', table, guessMapping('collective', table.columns))).toEqual({
    collectives: [{ id: uuid(1), owner: uuid(2), entities: [uuid(3), 'van-7'] }],
  });
});

test('columns of one name are told apart', async () => {
  expect((await tableOf('id,name,name\n1,a,b')).rows).toEqual([
    { id: '1', name: 'a', 'name (2)': 'b' },
  ]);
});

test('empty cells are ignored, lists are split, blank lines are left out', async () => {
  const table = await tableOf(
    `id,name,tags,collectives\r\n${uuid(1)},,"night, leased",${uuid(8)} ${uuid(9)}\r\n\r\n`,
  );
  expect(draftOf('entity', table, guessMapping('entity', table.columns))).toEqual({
    entities: [{ id: uuid(1), tags: ['night', 'leased'], collectives: [uuid(8), uuid(9)] }],
  });
});

test('a file that is not a table is rejected with a message', async () => {
  for (const [text, message] of [
    ['{"collectives": []}', 'not a table'],
    ['', 'is not a table'],
    ['id,name\n1,"never closed', 'Quoted field unterminated'],
    [
      `id,name,entities\n1,Depot,2\n1,Depot,2,3,4\n2,Van, the big one,EV\n`,
      'row 3: It has 5 cells',
    ],
  ]) {
    const read = await readTableFile(file(text ?? ''));
    expect('problem' in read && read.problem).toContain(message);
  }
});

const NO_FACTS = { entities: new Map(), collectives: new Map() };

test('an exported table survives an import, formulas included', async () => {
  const directory = DirectoryImport.parse({
    collectives: [{ id: uuid(9), name: '=cmd()', place: 'Bern', entities: [uuid(1), uuid(2)] }],
    entities: [
      { id: uuid(1), name: 'Van, "red"', tags: ['Zone A, north', 'a|b', 'c;d'], note: '-1 of\n2' },
      { id: uuid(2), type: 'EV' },
    ],
  });
  const csv = directoryCsv(directory, 'entity', NO_FACTS);
  const entities = await tableOf(csv);
  expect(draftOf('entity', entities, guessMapping('entity', entities.columns)).entities).toEqual([
    {
      id: uuid(1),
      name: 'Van, "red"',
      tags: ['Zone A, north', 'a|b', 'c;d'],
      note: '-1 of\n2',
      collectives: [uuid(9)],
    },
    { id: uuid(2), type: 'EV', collectives: [uuid(9)] },
  ]);
  const text = directoryCsv(directory, 'collective', NO_FACTS);
  expect(text).toContain("'=cmd()");
  const collectives = await tableOf(text);
  const mapping = guessMapping('collective', collectives.columns);
  expect(draftOf('collective', collectives, mapping).collectives).toEqual([
    { id: uuid(9), name: '=cmd()', place: 'Bern', entities: [uuid(1), uuid(2)] },
  ]);
});

test('faulty rows are left out by index', () => {
  const draft = { collectives: [], entities: ['a', 'b', 'c'] };
  expect(withoutRows(draft, { collectives: [], entities: [1] }).entities).toEqual(['a', 'c']);
});
