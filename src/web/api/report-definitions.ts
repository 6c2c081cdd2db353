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

/** The newest version of each saved definition. */
export const definitionsQuery = queryOptions({
  queryKey: definitionKeys.all,
  queryFn: ({ signal }) => callConsole(REPORT_ROUTES.reportDefinitions, { signal }),
});

/** Saves a new definition, or a new version of one. Unchanged content makes no new version. */
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

/** Removes a definition from the list. */
export function deleteDefinitionMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) =>
      callConsole(REPORT_ROUTES.deleteReportDefinition, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: definitionKeys.all });
    },
  });
}

/** The Entities that a scope selects now. @param scope null: nothing is chosen, nothing is requested */
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
  /** The saved definition that it matches exactly, or null. */
  saved: Pick<SavedDefinition, 'id' | 'version'> | null;
  /** The draft whose figures are on screen: it becomes the report if its definition is the same. */
  draft?: string | undefined;
}

/** Starts a run. */
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
  /** The draft that is no longer shown, or null. */
  replaces: string | null;
}

/** Starts a draft run for a definition, to show figures before it becomes a report. */
export function draftReportMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ReportDraft): Promise<ReportRun> =>
      callConsole(REPORT_ROUTES.draftReport, { body }),
    onSuccess: (run) => client.setQueryData(reportKeys.run(run.id), run),
  });
}

/**
 * The URL search of the form of a new report, filled with a definition.
 * @param runId a run with this definition, used instead if the definition is too long for a URL
 */
export function definitionSearch(
  definition: ReportDefinition,
  runId?: string,
): { d?: string; run?: string } {
  const { text, leftOut } = linkOf(formOf(definition));
  return leftOut > 0 && runId !== undefined ? { run: runId } : { d: text };
}

/** The newest version of each saved tariff. */
export const tariffsQuery = queryOptions({
  queryKey: tariffKeys.all,
  queryFn: ({ signal }) => callConsole(REPORT_ROUTES.tariffs, { signal }),
});

/** All versions of a tariff, newest first. */
export function tariffVersionsQuery(id: string) {
  return queryOptions({
    queryKey: tariffKeys.versions(id),
    queryFn: ({ signal }) => callConsole(REPORT_ROUTES.tariffVersions, { params: { id }, signal }),
  });
}

/** Saves a new tariff, or a new version of one. Unchanged content makes no new version. */
export function saveTariffMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (body: { id: string; content: TariffContent }): Promise<SavedTariff> =>
      callConsole(REPORT_ROUTES.saveTariff, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: tariffKeys.all }),
  });
}

/** Removes a tariff from the list; runs made with it keep it. */
export function deleteTariffMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => callConsole(REPORT_ROUTES.deleteTariff, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: tariffKeys.all }),
  });
}
