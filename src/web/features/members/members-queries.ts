import type { Member } from '../../../contract/collective.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { shortId } from '../../../domain/format.ts';
import { servicePages } from '../../api/service-pages.ts';

/** The Members of a Collective, page after page. */
export const membersPages = (collectiveId: string) =>
  servicePages(ENDPOINTS.listMembers, { params: { collectiveId }, query: { pageSize: 100 } });

/** A Member's name, else address, else the short form of the id. */
export function memberName({ id, name, emailAddress }: Member): string {
  return foreignName(name) ?? foreignName(emailAddress) ?? shortId(id);
}
