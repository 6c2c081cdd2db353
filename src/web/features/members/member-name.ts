import type { Member } from '../../../contract/collective.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { shortId } from '../../../domain/format.ts';

/** A Member's name, else address, else the short form of the id. */
export function memberName({ id, name, emailAddress }: Member): string {
  return foreignName(name) ?? foreignName(emailAddress) ?? shortId(id);
}
