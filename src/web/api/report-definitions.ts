import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type {
  ReportDefinition,
  ReportScope,
  SavedDefinition,
} from '../../contract/console/report-definition.ts';
import type { ReportRun } from '../../contract/console/report-run.ts';
import type { SavedTariff, TariffContent } from '../../contract/console/report-tariff.ts';
import { formOf } from '../../domain/reports/definition-form.ts';
import { linkOf } from '../../domain/reports/definition-link.ts';
import { REPORT_ROUTES } from '../../contract/console/report-routes.ts';
import { callConsole } from './client.ts';
import { reportKeys } from './report-keys.ts';

export const definitionKeys = {
  all: ['report-definitions'] as const,
  scope: (scope: ReportScope | null) => ['report-scope', scope] as const,
};

export const tariffKeys = {
  all: ['tariffs'] as const,
  versions: (id: string) => ['tariffs', 'versions', id] as const,
};

/** The newest version of each definition that is kept. */
export const definitionsQuery = queryOptions({
  queryKey: definitionKeys.all,
  queryFn: ({ signal }) => callConsole(REPORT_ROUTES.reportDefinitions, { signal }),
});

/** Keeps a definition: a new one, or a new version of one. The same content again makes no new version. */
export function saveDefinitionMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({
      id,
      name,
      definition,
    }: Pick<SavedDefinition, 'id' | 'name' | 'definition'>): Promise<SavedDefinition> =>
      callConsole(REPORT_ROUTES.saveReportDefinition, { body: { id, name, definition } }),
    onSuccess: () => client.invalidateQueries({ queryKey: definitionKeys.all }),
  });
}

/** Takes a definition out of the list. */
export function deleteDefinitionMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) =>
      callConsole(REPORT_ROUTES.deleteReportDefinition, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: definitionKeys.all });
    },
  });
}

/** Which Entities a scope means now. @param scope null: nothing is chosen, nothing is asked */
export function scopeQuery(scope: ReportScope | null) {
  return queryOptions({
    queryKey: definitionKeys.scope(scope),
    queryFn: ({ signal }) => callConsole(REPORT_ROUTES.reportScope, { body: scope, signal }),
    enabled: scope !== null,
    placeholderData: keepPreviousData,
  });
}

interface ReportStart {
  definition: ReportDefinition;
  /** The saved definition that it is exactly made of, or null. */
  saved: Pick<SavedDefinition, 'id' | 'version'> | null;
  /** The draft whose figures are on screen: it becomes the report if it answers the same. */
  draft?: string | undefined;
}

/** Begins a run. */
export function startReportMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ definition, saved, draft }: ReportStart): Promise<ReportRun> => {
      const made = saved === null ? null : { id: saved.id, version: saved.version };
      return callConsole(REPORT_ROUTES.startReport, { body: { definition, saved: made, draft } });
    },
    onSuccess: (run) => {
      client.setQueryData(reportKeys.run(run.id), run);
      void client.invalidateQueries({ queryKey: reportKeys.lists });
    },
  });
}

interface ReportDraft {
  definition: ReportDefinition;
  /** The draft that is not shown any more, or null. */
  replaces: string | null;
}

/** Has figures of a definition made before it is a report. */
export function draftReportMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ReportDraft): Promise<ReportRun> =>
      callConsole(REPORT_ROUTES.draftReport, { body }),
    onSuccess: (run) => client.setQueryData(reportKeys.run(run.id), run),
  });
}

/**
 * What the form of a new report takes in its URL, filled with a definition.
 * @param runId a run with this definition, which stands in where the definition is too long for an address
 */
export function definitionSearch(
  definition: ReportDefinition,
  runId?: string,
): { d?: string; run?: string } {
  const { text, leftOut } = linkOf(formOf(definition));
  return leftOut > 0 && runId !== undefined ? { run: runId } : { d: text };
}

/** The newest version of each tariff that is kept. */
export const tariffsQuery = queryOptions({
  queryKey: tariffKeys.all,
  queryFn: ({ signal }) => callConsole(REPORT_ROUTES.tariffs, { signal }),
});

/** All versions of a tariff, the newest first. */
export function tariffVersionsQuery(id: string) {
  return queryOptions({
    queryKey: tariffKeys.versions(id),
    queryFn: ({ signal }) => callConsole(REPORT_ROUTES.tariffVersions, { params: { id }, signal }),
  });
}

/** Keeps a tariff: a new one, or a new version of one. The same content again makes no new version. */
export function saveTariffMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: { id: string; content: TariffContent }): Promise<SavedTariff> =>
      callConsole(REPORT_ROUTES.saveTariff, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tariffKeys.all }),
  });
}

/** Takes a tariff out of the list; runs that were made with it keep it. */
export function deleteTariffMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => callConsole(REPORT_ROUTES.deleteTariff, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tariffKeys.all }),
  });
}
