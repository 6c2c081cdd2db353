import type { Member } from '../../../contract/collective.ts';
import { shortId } from '../../../domain/format.ts';

/** A Member's name, else address, else the short form of the id. */
export function memberName({ id, name, emailAddress }: Member): string {
  const given = [name, emailAddress].find((text) => text !== null && text.trim() !== '');
  return given ?? shortId(id);
}
