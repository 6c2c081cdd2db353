import { uuidFor } from '../random.ts';

/**
 * A person of a generated world, with the same id in every Collective. Addresses use the domain that
 * is reserved for examples.
 * @param key what ids of the world derive from
 */
export function personIn(key: readonly (string | number)[], name: string) {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');
  return { id: uuidFor(...key, 'person', name), name, emailAddress: `${plain}@example.com` };
}
