import { useQuery, type QueryKey } from '@tanstack/react-query';
import type { AnswerNote } from './client.ts';
import { noteQuery } from './query.ts';

const NOTHING: AnswerNote = { leftOut: null, stale: null };

/** What the answer to a query of the Service came with. @param queryKey of a `knownQuery`, or of a list of the Service */
export function useNote(queryKey: QueryKey): AnswerNote {
  return useQuery(noteQuery(queryKey)).data ?? NOTHING;
}
