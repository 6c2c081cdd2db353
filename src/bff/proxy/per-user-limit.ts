import { failure } from '../../http/problems.ts';

/** Maximum number of reads that one operator may have in flight to the Service. */
export const READS_PER_OPERATOR = 16;
const RETRY_AFTER_S = 1;

/** Keeps one operator from taking the places of the others. */
export interface PerUserLimit {
  /**
   * Counts a read of an operator.
   * @returns a function that ends it
   * @throws Failure 429 above the limit
   */
  enter(operatorId: string): () => void;
}

/** Counts the reads in flight of each operator. */
export function createPerUserLimit(): PerUserLimit {
  const underWay = new Map<string, number>();
  return {
    enter(operatorId) {
      const count = underWay.get(operatorId) ?? 0;
      if (count >= READS_PER_OPERATOR) {
        throw failure(
          429,
          'too_many_requests',
          `${count} of your reads are in progress already. Wait for one of them to finish.`,
          { headers: { 'Retry-After': String(RETRY_AFTER_S) } },
        );
      }
      underWay.set(operatorId, count + 1);
      return () => {
        const left = (underWay.get(operatorId) ?? 1) - 1;
        if (left === 0) underWay.delete(operatorId);
        else underWay.set(operatorId, left);
      };
    },
  };
}
