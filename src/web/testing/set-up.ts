import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { noteReached } from '../api/reachability.ts';
import { noteWritable } from '../api/store-state.ts';

// On a busy machine a view may take longer than the second that the library waits.
configure({ asyncUtilTimeout: 20_000 });

// There is no server: a request that no test answers would fail in the middle of a later one.
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => {}));
});

// Files share one worker: what a test has drawn, stored or noted must not meet the next one.
afterEach(() => {
  cleanup();
  noteReached();
  noteWritable(true);
  sessionStorage.clear();
  localStorage.clear();
});
