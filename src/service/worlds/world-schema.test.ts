import { describe, expect, test } from 'vitest';
import { twoOrganisations } from '../test-support.ts';
import { findWorld, parseWorld } from './resolve.ts';

type Json = ReturnType<typeof twoOrganisations>;

function problem(change: (world: Json) => void): string {
  const world = structuredClone(twoOrganisations());
  change(world);
  try {
    parseWorld(JSON.stringify(world), 'w.json');
    return 'accepted';
  } catch (error) {
    return String(error);
  }
}

describe('a world file', () => {
  test('is accepted unchanged', () => {
    expect(problem(() => undefined)).toBe('accepted');
  });

  test.each<[string, (world: Json) => void]>([
    ['chargeSessions[2].data.end: ', (w) => set(w.chargeSessions[2]?.data, 'end', 'yesterday')],
    ['chargeSessions[0].entityId: no Entity', (w) => set(w.chargeSessions[0], 'entityId', GHOST)],
    [
      'collectives[0].entities[1]: no Entity',
      (w) => w.collectives[0]?.entities.splice(1, 1, GHOST),
    ],
    ['collectives[0].type: ', (w) => set(w.collectives[0], 'type', 7)],
    [
      'collectives[1].sharedWith[0]: no organisation',
      (w) => set(w.collectives[1], 'sharedWith', [GHOST]),
    ],
    [
      'collectives[0].members[0].entities[0]: ',
      (w) => set(w.collectives[0]?.members[0], 'entities', [GHOST]),
    ],
    ['entities[10].id: ', (w) => w.entities.push(...w.entities.slice(0, 1))],
    [
      'entities[0].organisationId: no organisation',
      (w) => set(w.entities[0], 'organisationId', GHOST),
    ],
    ['entities[0].batteryCapacity: ', (w) => set(w.entities[0], 'batteryCapacity', -1)],
    ['entities[0].behaviour: ', (w) => set(w.entities[0], 'behaviour', 'obedient')],
    ['entities[0]: Not known here: nmae.', (w) => set(w.entities[0], 'nmae', 'x')],
    ['locations[0].latitude: ', (w) => set(w.locations[0], 'latitude', '51')],
    ['commands[0].status: ', (w) => set(w.commands[0], 'status', 'Done')],
    [
      'clients[0].organisationId: no organisation',
      (w) => set(w.clients[0], 'organisationId', GHOST),
    ],
    ['organisations: ', (w) => set(w, 'organisations', [])],
  ])('names the first offending path: %s', (expected, change) => {
    expect(problem(change)).toContain(`The world file w.json cannot be used: ${expected}`);
  });

  test('that is not JSON, or is missing, is reported in one line', () => {
    expect(() => parseWorld('{', 'w.json')).toThrow('w.json is not JSON');
    expect(() => findWorld('atlantis', 1)).toThrow(/named "atlantis".*demo, empty/);
  });
});

const GHOST = '99999999-9999-4999-8999-999999999999';

function set(target: object | undefined, key: string, value: unknown): void {
  expect(target).toBeDefined();
  Object.assign(target ?? {}, { [key]: value });
}
