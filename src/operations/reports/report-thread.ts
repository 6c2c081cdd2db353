import { on } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { failure } from '../../http/problems.ts';
import { trusted } from '../../lib/trusted.ts';
import type { Watch } from './load-sessions.ts';
import type { ReportAnswers, ReportTasks } from './report-tasks.ts';
import type { SealedPiece } from './seal-report.ts';
import type { FromThread, NewTask, ThreadSettings, ToThread } from './thread-messages.ts';

/** The thread of reports, as the console uses it. */
export interface ReportThread extends ReportTasks {
  /** Starts it before its first task: that takes longer than most tasks. */
  start(): void;
  stop(): Promise<void>;
}

/** Memory of the thread beside its columns, in MB. */
const HEAP_MB = 512;

/**
 * Creates the thread of reports, started with its first task at the latest; one that died is started again with the
 * next.
 * @param file of the build, see `report-worker.ts`
 * @param onError called when the thread itself failed; its tasks fail
 */
export function createReportThread(
  file: URL,
  settings: ThreadSettings,
  onError: (error: unknown) => void,
): ReportThread {
  let worker: Worker | null = null;

  const started = (): Worker => {
    if (worker !== null) return worker;
    const made = new Worker(file, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    made.unref();
    made.on('error', onError);
    made.on('exit', () => {
      if (worker === made) worker = null;
    });
    worker = made;
    return made;
  };

  /** The parts of a result, one at a time: the thread makes the next one when it is asked for. */
  async function* partsOf<Part>(task: NewTask, { signal, progress }: Watch): AsyncGenerator<Part> {
    const { port1: port, port2 } = new MessageChannel();
    started().postMessage({ ...task, port: port2 } satisfies ToThread, [port2]);
    try {
      // The port closes with the thread.
      for await (const [told] of on(port, 'message', { signal, close: ['close'] })) {
        // Both ends are of one build, and each kind of task has parts of its own.
        const message = trusted<FromThread<Part>>(told);
        if (message.kind === 'end') return;
        if (message.kind === 'progress') progress(message.done, message.of);
        else if (message.kind === 'part') {
          yield message.part;
          port.postMessage('next', []);
        } else {
          const { text, refused } = message;
          throw refused === null ? new Error(text) : failure(refused.status, refused.code, text);
        }
      }
      throw new Error('the thread of reports ended');
    } finally {
      // The thread sees it, and ends what was given up.
      port.close();
    }
  }

  return {
    async answer(task, watch) {
      const parts = partsOf<ReportAnswers[keyof ReportAnswers]>({ kind: 'task', task }, watch);
      for await (const answer of parts) return answer;
      throw new Error('a task of reports ended without an answer');
    },
    stream: (task, watch) => partsOf<Uint8Array | SealedPiece>({ kind: 'stream', task }, watch),
    start() {
      started();
    },
    async stop() {
      await worker?.terminate();
      worker = null;
    },
  };
}
