import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { servicePages } from '../../api/service-pages.ts';

/** The Members of a Collective, page after page. */
export const membersPages = (collectiveId: string) =>
  servicePages(ENDPOINTS.listMembers, { params: { collectiveId }, query: { pageSize: 100 } });
