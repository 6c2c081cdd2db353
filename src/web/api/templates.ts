import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Template, TemplateContent } from '../../contract/console/template.ts';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { TEMPLATE_ROUTES } from '../../contract/console/template.ts';
import { callConsole } from './client.ts';
import { batchKeys } from './batches.ts';

export const templateKeys = { all: ['templates'] as const };

/** Saved dispatches, shared by all operators. */
export const templatesQuery = queryOptions({
  queryKey: templateKeys.all,
  queryFn: ({ signal }) => callConsole(TEMPLATE_ROUTES.templates, { signal }),
});

/** Saves a dispatch as a template. */
export function addTemplateMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (content: TemplateContent): Promise<Template> =>
      callConsole(TEMPLATE_ROUTES.addTemplate, { body: content }),
    onSuccess: () => client.invalidateQueries({ queryKey: templateKeys.all }),
  });
}

/** Removes a template. */
export function deleteTemplateMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => callConsole(TEMPLATE_ROUTES.deleteTemplate, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: templateKeys.all }),
  });
}

/** No row is newer than this, so the batch comes without its rows. */
const WITHOUT_ROWS = Number.MAX_SAFE_INTEGER;

/** A batch that a new dispatch starts from, without its rows. */
export function startingBatchQuery(id: string) {
  return queryOptions({
    queryKey: [...batchKeys.all, 'starting', id],
    queryFn: ({ signal }) =>
      callConsole(BATCH_ROUTES.batch, { params: { id }, query: { since: WITHOUT_ROWS }, signal }),
  });
}

/** The last dispatch to a Collective, or none. */
export function lastDispatchQuery(collectiveId: string) {
  return queryOptions({
    queryKey: [...batchKeys.all, 'last', collectiveId],
    queryFn: ({ signal }) =>
      callConsole(BATCH_ROUTES.batches, { query: { collectiveId, limit: 1 }, signal }),
    staleTime: 0,
  });
}
