import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportScope } from '../../../contract/console/report-definition.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { query } from '../../api/query.ts';

/** How many Entities a scope selects. @param scope null: none is chosen */
export function useScope(scope: ReportScope | null) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...query(REPORT_ROUTES.reportScope, scope === null ? null : { body: scope }),
    placeholderData: keepPreviousData,
  });
  const counted = scope === null || isPlaceholderData || error !== null ? undefined : data;
  return {
    counted,
    /** The previous result while reading, possibly of an earlier choice. */
    shown: scope === null ? undefined : data,
    error: scope === null ? null : error,
    retrying: isFetching,
    retry: () => void refetch(),
  };
}

/** The Entities of the form, counted. */
export type Scope = ReturnType<typeof useScope>;
