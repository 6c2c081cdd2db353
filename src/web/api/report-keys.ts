/** What is kept of reports in the cache. */
export const reportKeys = {
  all: ['reports'] as const,
  /** All lists of runs. */
  lists: ['reports', 'runs'] as const,
  runs: (limit: number, offset: number) => ['reports', 'runs', limit, offset] as const,
  /** All single runs. */
  details: ['reports', 'run'] as const,
  run: (id: string) => ['reports', 'run', id] as const,
  /** All that is read of the content of a run. */
  results: (id: string) => ['reports', 'result', id] as const,
  /** What makes another run take the place of one. */
  explore: (id: string) => ['reports', 'explore', id] as const,
};
