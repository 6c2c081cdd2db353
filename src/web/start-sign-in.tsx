import type { SessionAnswer } from '../contract/console/session.ts';
import { readSession } from './api/sign-in-calls.ts';
import { whenIdle } from './api/when-idle.ts';
import { SignInPage } from './features/session/sign-in-page.tsx';
import { SignInSearch } from './features/session/sign-in-search.ts';
import { takeRoot } from './page-root.tsx';
import { parseSearch, stringifySearch } from './search.ts';

// The page of a visitor who is signed out: the console's code follows once this page is shown.
const draw = takeRoot();
const consoleCode = () => import('./draw-console.tsx');

async function enter(answer: SessionAnswer, href: string): Promise<void> {
  const code = await consoleCode().catch(() => null);
  // Another version was installed since this page was loaded.
  if (code === null) return window.location.replace(href);
  window.history.replaceState(null, '', href);
  await code.drawConsole(draw, answer);
}

// The server answers with this page at the address of any other one, too.
const { pathname, search, hash } = window.location;
const address = pathname + search + hash;
const atOther = pathname !== '/sign-in';
if (atOther) {
  window.history.replaceState(null, '', `/sign-in${stringifySearch({ returnTo: address })}`);
}

async function read(): Promise<SessionAnswer> {
  const answer = await readSession();
  // Signed in meanwhile, for example in another tab.
  if (atOther && answer.operator !== null) await enter(answer, address);
  // One that cannot be fetched now is fetched on signing in.
  void whenIdle().then(() => consoleCode().catch(() => undefined));
  return answer;
}

draw(
  <SignInPage
    search={SignInSearch.parse(parseSearch(window.location.search))}
    read={read}
    onEntered={enter}
  />,
);
