import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { effectsOf, type Options, type SampleName } from './cache-sample.ts';

export interface Effects {
  /** Stale after success. */
  stale?: readonly SampleName[];
  /** Written or removed after success. */
  written?: readonly string[];
  /** Stale after a failure with an unknown outcome. */
  failed?: readonly SampleName[];
  /** Needed only by a mutation that writes it. */
  answer?: unknown;
}

export interface MutationCase {
  factory: string;
  expected: Awaited<ReturnType<typeof effectsOf>>;
  run: () => ReturnType<typeof effectsOf>;
}

/** A case: anything its effects do not name must be neither stale nor written. */
export function mutation<Answer, Given>(
  factory: string,
  make: (client: QueryClient) => Options<Answer, Given>,
  given: Given,
  request: string,
  { stale = [], written = [], failed = [], answer = null }: Effects = {},
): MutationCase {
  return {
    factory,
    expected: {
      request,
      done: { stale: stale.toSorted(), written: written.toSorted() },
      failed: { stale: failed.toSorted(), written: [] },
    },
    run: () => effectsOf(make, given, answer),
  };
}

/**
 * Tests mutations.
 * @param modules that export them: each mutation must be among the cases or the reads
 * @param reads names of those that change neither the server nor the cache
 */
export function testMutations(
  cases: readonly MutationCase[],
  modules: Readonly<Record<string, object>>,
  reads: readonly string[],
): void {
  describe('a mutation sends one request, and invalidates or writes exactly what it changes', () => {
    test.each(cases)('$factory: $expected.request', async ({ run, expected }) => {
      expect(await run()).toEqual(expected);
    });

    test('every mutation of these modules has a case', () => {
      const factories = Object.values(modules)
        .flatMap((exported) => Object.keys(exported))
        .flatMap((each) => /^(\w+)Mutation$/.exec(each)?.[1] ?? [])
        .toSorted();
      const checked = new Set([...cases.map(({ factory }) => factory), ...reads]);
      expect(factories).toEqual([...checked].toSorted());
    });
  });
}
