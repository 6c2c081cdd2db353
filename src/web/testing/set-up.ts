import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { showPageOf } from '../api/page-operator.ts';
import { noteReached } from '../api/reachability.ts';
import { noteServiceState, noteStoreState } from '../api/store-state.ts';

// On a busy machine a view may take longer than the library's default of one second.
configure({ asyncUtilTimeout: 20_000 });

// There is no server: a request without a stub would fail in the middle of a later test.
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<never>(() => {}));
});

// Files share one worker: rendered, stored or recorded state must not leak into the next test.
afterEach(() => {
  cleanup();
  noteReached();
  showPageOf(null);
  noteServiceState('ok');
  noteStoreState('ok');
  sessionStorage.clear();
  localStorage.clear();
});
