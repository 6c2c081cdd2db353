import type { DirectoryImport } from '../contract/console/directory-import.ts';
import type { DirectoryKind } from '../contract/console/directory-changes.ts';
import type { EntityFacts } from '../contract/console/entity-facts.ts';
import type { CollectiveFacts, RecentEnergy } from '../contract/console/fleet-facts.ts';
import { tagsCell } from './tags-cell.ts';
import { csvOfRecords } from '../lib/write-csv.ts';
import { batchOutcomeLabel } from './batch-outcome.ts';

/** Separator of ids in one cell. */
const IN_CELL = ' ';

/** Facts of the Entities, beside the records. */
export interface FactsOfFile {
  entities: ReadonlyMap<string, EntityFacts>;
  collectives: ReadonlyMap<string, CollectiveFacts>;
}

/** A list of the directory as a table that can be imported again, with facts of its Entities and their age. */
export function directoryCsv(
  directory: DirectoryImport,
  kind: DirectoryKind,
  facts: FactsOfFile,
): string {
  return csvOfRecords(
    kind === 'entity' ? entityRows(directory, facts) : collectiveRows(directory, facts),
  );
}

/** Columns of facts; an empty cell was never read. Their names must not match a field of the import. */
function entityFacts(facts: EntityFacts | undefined) {
  const energy = facts?.energy ?? null;
  const capture = facts?.capture ?? null;
  return {
    'last command': facts?.last?.type ?? '',
    'Commands as of': facts?.commandsAt ?? '',
    'last outcome': facts?.last?.verdict ?? '',
    'last command at': facts?.last?.at ?? '',
    'sent by': senderOf(facts?.last ?? null),
    'last seen': facts?.seenAt ?? '',
    'sessions read from': facts?.sessionsFrom ?? '',
    'energy of 30 days': energy?.value ?? '',
    'energy unit': energy?.unit ?? '',
    ...energyLimits(energy),
    'energy as of': energy?.readAt ?? '',
    'battery capacity': facts?.capacity?.value ?? '',
    'battery capacity as of': facts?.capacity?.readAt ?? '',
    'session capture': capture === null ? '' : CAPTURE.get(capture.isOn),
    'session capture as of': capture?.readAt ?? '',
    'place by its Locations': facts?.place ?? '',
    'next planned': facts?.planned?.type ?? '',
    'next planned at': facts?.planned?.at ?? '',
    'reads that fail': facts === undefined ? '' : (facts.failing?.count ?? 0),
    'failure of reading': facts?.failing?.message ?? '',
    'reads of a part': facts === undefined ? '' : (facts.partial?.count ?? 0),
    'left out of reading': facts?.partial?.message ?? '',
    'oldest read': facts?.readAt ?? '',
  };
}

/** What the energy leaves out, and the first UTC day that may still grow. */
function energyLimits(energy: RecentEnergy | null) {
  const { otherUnits = 0, withoutEnergy = 0 } = energy?.leftOut ?? {};
  return {
    'sessions not counted': energy === null ? '' : otherUnits + withoutEnergy,
    'energy provisional from': energy?.provisionalFrom ?? '',
  };
}

function senderOf(last: EntityFacts['last']): string {
  if (last === null) return '';
  return last.isOurs ? 'this console' : 'another system';
}

const CAPTURE: ReadonlyMap<boolean | null, string> = new Map<boolean | null, string>([
  [true, 'on'],
  [false, 'off'],
  [null, 'not offered'],
]);

/** Which system planned the next Command. */
function plannerOf(next: CollectiveFacts['next']): string {
  if (next === null) return '';
  return next.batch === null ? 'another system' : 'this console';
}

function collectiveFacts(facts: CollectiveFacts | undefined) {
  const batch = facts?.lastBatch ?? null;
  const energy = facts?.energy ?? null;
  const next = facts?.next ?? null;
  return {
    'energy of 30 days': energy?.value ?? '',
    'energy unit': energy?.unit ?? '',
    ...energyLimits(energy),
    'energy as of': energy?.readAt ?? '',
    'Entities with sessions read': energy?.readOf.known ?? '',
    'Entities in all': facts?.entities ?? '',
    'silent Entities': facts?.silent ?? '',
    'Entities with reads that fail': facts?.failing ?? '',
    'Entities partly read': facts?.partial ?? '',
    'Entities never read': facts?.unread ?? '',
    'last batch': batch?.id ?? '',
    'last batch outcome': batch === null ? '' : batchOutcomeLabel(batch),
    'next plan': next?.type ?? '',
    'next plan at': next?.triggerTime ?? '',
    'next plan of': plannerOf(next),
    'Entities with Commands read': facts?.commandsRead ?? '',
  };
}

function entityRows({ collectives, entities }: DirectoryImport, facts: FactsOfFile) {
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
    tags: tagsCell(tags ?? []),
    note: note ?? '',
    collectives: (memberOf.get(id) ?? []).join(IN_CELL),
    ...entityFacts(facts.entities.get(id)),
  }));
}

function collectiveRows({ collectives }: DirectoryImport, facts: FactsOfFile) {
  return collectives.map(({ id, name, type, owner, place, tags, note, entities }) => ({
    id,
    name,
    type: type ?? '',
    owner: owner ?? '',
    place: place ?? '',
    tags: tagsCell(tags ?? []),
    note: note ?? '',
    entities: (entities ?? []).join(IN_CELL),
    ...collectiveFacts(facts.collectives.get(id)),
  }));
}
