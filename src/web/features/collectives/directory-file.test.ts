import { expect, test } from 'vitest';
import { uuid } from '../../testing/samples.ts';
import { readDirectoryFile } from './directory-file.ts';

function file(text: string) {
  return { name: 'fleet.json', text: () => Promise.resolve(text) };
}

test('a directory file is read', async () => {
  const content = { collectives: [{ id: uuid(1), name: 'Depot', entities: [uuid(2)] }] };
  const read = await readDirectoryFile(file(JSON.stringify(content)));
  expect(read).toMatchObject({ directory: { collectives: [{ name: 'Depot' }], entities: [] } });
});

test('a file that is none is refused with the first wrong place in words', async () => {
  const wrong = { collectives: [{ id: 'x', name: 'Depot' }] };
  const read = await readDirectoryFile(file(JSON.stringify(wrong)));
  expect(read).toHaveProperty('problem');
  expect('problem' in read && read.problem).toContain('fleet.json');
  expect('problem' in read && read.problem).toContain('collectives.0.id');
});

test('a file that is not JSON is refused', async () => {
  const read = await readDirectoryFile(file('id;name'));
  expect('problem' in read && read.problem).toContain('not a JSON file');
});
