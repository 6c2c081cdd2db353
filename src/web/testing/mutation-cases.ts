import type { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import { effectsOf, type Options, type SampleName } from './cache-sample.ts';

export interface Effects {
  /** Stale once it was done. */
  stale?: readonly SampleName[];
  /** Written or removed once it was done. */
  written?: readonly string[];
  /** Stale after a failure that leaves open whether it was done. */
  failed?: readonly SampleName[];
  /** Matters only to a mutation that writes it. */
  answer?: unknown;
}

export interface MutationCase {
  factory: string;
  expected: Awaited<ReturnType<typeof effectsOf>>;
  run: () => ReturnType<typeof effectsOf>;
}

/** A case: all that is not named in the effects must be neither stale nor written. */
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
 * @param modules those that hold them: each of their mutations must be among the cases or the reads
 * @param reads names of those that change nothing at the server, and no cache
 */
export function testMutations(
  cases: readonly MutationCase[],
  modules: Readonly<Record<string, object>>,
  reads: readonly string[],
): void {
  describe('a mutation asks once, and marks as stale or writes exactly what it changes', () => {
    test.each(cases)('$factory: $expected.request', async ({ run, expected }) => {
      expect(await run()).toEqual(expected);
    });

    test('every mutation of these modules is among them', () => {
      const factories = Object.values(modules)
        .flatMap((exported) => Object.keys(exported))
        .flatMap((each) => /^(\w+)Mutation$/.exec(each)?.[1] ?? [])
        .toSorted();
      const checked = new Set([...cases.map(({ factory }) => factory), ...reads]);
      expect(factories).toEqual([...checked].toSorted());
    });
  });
}
