import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// On a busy machine a view may take longer than the second that the library waits.
configure({ asyncUtilTimeout: 20_000 });

// Files share one worker: what a test has drawn or stored must not meet the next one.
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});
