import type { DirectoryImport } from '../../../contract/console/directory.ts';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';

/** Separator of several values in one cell. */
const IN_CELL = ' ';
/** Separator of tags in one cell: a tag may contain spaces. */
const BETWEEN_TAGS = ', ';

/**
 * A list of the directory as a table that can be imported again. Cells that a spreadsheet would take
 * for a formula get an apostrophe in front.
 */
export async function directoryCsv(
  directory: DirectoryImport,
  kind: DirectoryKind,
): Promise<string> {
  const { default: papa } = await import('papaparse');
  const style = { escapeFormulae: true, newline: '\r\n' };
  return kind === 'entity'
    ? papa.unparse(entityRows(directory), style)
    : papa.unparse(collectiveRows(directory), style);
}

function entityRows({ collectives, entities }: DirectoryImport) {
  const memberOf = new Map<string, string[]>();
  for (const collective of collectives) {
    for (const id of collective.entities ?? []) {
      const ids = memberOf.get(id);
      if (ids === undefined) memberOf.set(id, [collective.id]);
      else ids.push(collective.id);
    }
  }
  return entities.map(({ id, name, type, brand, place, tags, note }) => ({
    id,
    name: name ?? '',
    type: type ?? '',
    brand: brand ?? '',
    place: place ?? '',
    tags: (tags ?? []).join(BETWEEN_TAGS),
    note: note ?? '',
    collectives: (memberOf.get(id) ?? []).join(IN_CELL),
  }));
}

function collectiveRows({ collectives }: DirectoryImport) {
  return collectives.map(({ id, name, type, owner, place, tags, note, entities }) => ({
    id,
    name,
    type: type ?? '',
    owner: owner ?? '',
    place: place ?? '',
    tags: (tags ?? []).join(BETWEEN_TAGS),
    note: note ?? '',
    entities: (entities ?? []).join(IN_CELL),
  }));
}
