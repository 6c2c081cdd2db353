// The thread that computes reports, so that a million sessions hold up no answer of the console.
import { parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../../http/problems.ts';
import { messageOf } from '../../lib/message-of.ts';
import { trusted } from '../../lib/trusted.ts';
import { openStoreReader } from '../../store/open-store.ts';
import { createFiguresEngine } from './figures-engine.ts';
import { createReportTasks } from './report-tasks.ts';
import type { FromThread, ThreadSettings, ToThread } from './thread-messages.ts';

/** Between two messages about the progress, in milliseconds. */
const PROGRESS_MS = 100;

// Both ends are of one build: what arrives has the types of `thread-messages.ts`.
const { store, capacityUnit } = trusted<ThreadSettings>(workerData);
const db = openStoreReader(store);
const tasks = createReportTasks(db, createFiguresEngine({ db, capacityUnit }));
const running = new Map<number, { stop: AbortController; next: () => void }>();
const port = parentPort;
const tell = (message: FromThread) => {
  port?.postMessage(message, []);
};

async function perform(message: ToThread & { kind: 'task' | 'stream' }): Promise<void> {
  const { no } = message;
  const own = running.get(no);
  if (own === undefined) return;
  const { signal } = own.stop;
  let toldAt = 0;
  const progress = (done: number, of: number) => {
    if (performance.now() - toldAt < PROGRESS_MS) return;
    toldAt = performance.now();
    tell({ no, kind: 'progress', done, of });
  };
  try {
    signal.throwIfAborted();
    if (message.kind === 'task') {
      const answer = await tasks.answer(message.task, { signal, progress });
      tell({ no, kind: 'answer', answer });
      return;
    }
    for await (const part of tasks.stream(message.task, { signal, progress })) {
      const taken = new Promise<void>((resolve) => {
        own.next = resolve;
      });
      tell({ no, kind: 'part', part });
      await taken;
      signal.throwIfAborted();
    }
    tell({ no, kind: 'end' });
  } catch (error) {
    const refused = error instanceof Failure ? { status: error.status, code: error.code } : null;
    tell({ no, kind: 'failed', failure: { message: messageOf(error), refused } });
  } finally {
    running.delete(no);
  }
}

port?.on('message', (told: unknown) => {
  const message = trusted<ToThread>(told);
  const own = running.get(message.no);
  if (message.kind === 'next') own?.next();
  else if (message.kind === 'stop') {
    own?.stop.abort();
    own?.next();
  } else {
    running.set(message.no, { stop: new AbortController(), next: () => {} });
    void perform(message);
  }
});
