import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestConsole, type TestConsole } from './console-harness.ts';
import { startFakeService, type FakeService, type Seen } from './fake-service.ts';

/** A fake Service and a console that uses it, running while tests run. */
export interface StartedConsole {
  readonly fake: FakeService;
  readonly gridhelm: TestConsole;
  /** As `TestConsole.send`. */
  send: TestConsole['send'];
  /** The requests at the Service that may change something. */
  posts: () => Seen[];
  /** Starts the console again on its store. @param between runs while it is stopped */
  restart: (between?: (store: string) => unknown) => Promise<void>;
}

type Options = NonNullable<Parameters<typeof startTestConsole>[1]> & {
  /** How the Service answers; as the fake does by default. */
  answer?: FakeService['answer'];
};

/** Starts both before all tests of a file or a group, and closes them after the last. */
export function consoleOfAllTests(options: Options = {}): StartedConsole {
  const { started, start, close } = consoleToStart(options);
  beforeAll(start);
  afterAll(close);
  return started;
}

/** Starts both before each test, and closes them after it. */
export function consoleOfEachTest(options: Options = {}): StartedConsole {
  const { started, start, close } = consoleToStart(options);
  beforeEach(start);
  afterEach(close);
  return started;
}

function consoleToStart({ answer, ...options }: Options) {
  let running: { fake: FakeService; gridhelm: TestConsole } | null = null;
  const get = () => {
    if (running === null) throw new Error('The console is started before the tests, not yet.');
    return running;
  };
  const started: StartedConsole = {
    get fake() {
      return get().fake;
    },
    get gridhelm() {
      return get().gridhelm;
    },
    send: (...asked) => get().gridhelm.send(...asked),
    posts: () => get().fake.seen.filter((seen) => seen.method === 'POST'),
    restart: async (between) => {
      const { fake, gridhelm } = get();
      const { dataDir, store } = gridhelm;
      await gridhelm.running.close();
      await between?.(store);
      const config = { ...options.config, dataDir };
      running = { fake, gridhelm: await startTestConsole(fake, { ...options, config }) };
    },
  };
  return {
    started,
    start: async () => {
      const fake = await startFakeService();
      if (answer !== undefined) fake.answer = answer;
      running = { fake, gridhelm: await startTestConsole(fake, options) };
    },
    close: async () => {
      await get().gridhelm.running.close();
      await get().fake.close();
    },
  };
}
