import { useQuery } from '@tanstack/react-query';
import type { ReportScope } from '../../../contract/console/report-definition.ts';
import { scopeQuery } from '../../api/report-definitions.ts';

/** How many Entities a scope selects. @param scope null: none is chosen */
export function useScope(scope: ReportScope | null) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(scopeQuery(scope));
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
