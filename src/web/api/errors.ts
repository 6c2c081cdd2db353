import type { ErrorItem } from '../../contract/error-body.ts';
import { errorWords } from '../../domain/error-words.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ApiError } from './client.ts';
import { MissingCode, type MissingCause } from './missing-code.ts';

/** A failure as text for the operator. */
export interface ErrorText {
  title: string;
  /** What happened, in a sentence. */
  detail: string;
  /** What to do about it, or what was kept; null if there is nothing to add. */
  advice: string | null;
  /** The server's own messages, verbatim, one entry per item. */
  serverMessages: readonly string[];
  /** Whose messages they are. */
  source: 'console' | 'service' | null;
  /** Finds the request in the server's log. */
  requestId: string | null;
}

interface Wording {
  title: string;
  detail: string;
  advice: string | null;
}

/** Wording per problem code; unknown codes get the generic one. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  invalid_request: {
    title: 'The request is not valid',
    detail: 'The console’s server did not accept it, and changed nothing.',
    advice: 'Correct it and try again.',
  },
  not_signed_in: {
    title: 'You are signed out',
    detail: 'The session has ended or was ended.',
    advice: 'Sign in again; you come back to this page.',
  },
  another_operator: {
    title: 'Another operator is signed in',
    detail: 'The session in this browser changed hands after this page was opened.',
    advice: 'Reload the page, or sign in again.',
  },
  signed_in: {
    title: 'Somebody is signed in here',
    detail: 'A link that sets a password works only where nobody is signed in. It was not used.',
    advice: 'Sign out first.',
  },
  confirm_identity: {
    title: 'It is not confirmed that it is you',
    detail: 'This cannot be undone, and your last sign-in is more than ten minutes ago.',
    advice: 'Nothing was done. Try again, and confirm.',
  },
  forbidden: {
    title: 'Not permitted',
    detail: 'Your role or your grants do not include this.',
    advice: 'Ask an administrator if you need it.',
  },
  cross_site: {
    title: 'Refused as a request from another site',
    detail: 'The console’s server could not see that this page is its own.',
    advice: 'Open the console at its own address and reload.',
  },
  not_found: {
    title: 'Not found',
    detail: 'Nothing is known under this id.',
    advice: 'Check the link; the record may have been removed or never imported.',
  },
  already_known: {
    title: 'Already known',
    detail: 'The directory has this id. Nothing was added.',
    advice: 'Open it and change its record instead.',
  },
  changed_since: {
    title: 'Something changed meanwhile',
    detail: 'Continuing would overwrite a newer change. Nothing was changed.',
    advice: 'Check the current state and decide again.',
  },
  idempotency_key_reused: {
    title: 'This intent was already used for something else',
    detail: 'Nothing was sent.',
    advice: 'Go back, review again and send.',
  },
  dispatch_in_flight: {
    title: 'This is being sent right now',
    detail: 'The same intent is on its way; it is not sent twice.',
    advice: 'Open its batch page to see the outcome.',
  },
  dispatch_guarded: {
    title: 'There are warnings',
    detail: 'The console checked for conflicts before sending. Nothing was sent.',
    advice: 'Look at the warnings; sending anyway needs an override with a reason.',
  },
  not_approved: {
    title: 'Not approved',
    detail: 'It was refused, withdrawn or expired. Nothing was sent.',
    advice: 'Open its batch page to see who decided and why.',
  },
  outcome_unknown: {
    title: 'Outcome unknown',
    detail: 'It is not known whether this reached the devices.',
    advice: 'Nothing is sent again automatically. Open the batch page before you decide.',
  },
  too_many_requests: {
    title: 'Too many requests',
    detail: 'The server asks for a pause.',
    advice: 'Wait a moment and try again.',
  },
  payload_too_large: {
    title: 'Too large',
    detail: 'The server does not take a request of this size.',
    advice: 'Split it and try again.',
  },
  upstream_refused: {
    title: 'The Device Connectivity Service refused',
    detail: 'It turned this request down.',
    advice: null,
  },
  upstream_auth: {
    title: 'The Device Connectivity Service rejects the console',
    detail: 'Its access was refused. You are still signed in here.',
    advice: 'An administrator has to check the console’s credentials for the Service.',
  },
  upstream_unavailable: {
    title: 'The Device Connectivity Service does not answer',
    detail: 'The console works, but cannot reach the Service.',
    advice: 'Try again in a moment.',
  },
  upstream_timeout: {
    title: 'The Device Connectivity Service took too long',
    detail: 'The console stopped waiting for its answer.',
    advice: 'Try again in a moment.',
  },
  upstream_invalid: {
    title: 'The Device Connectivity Service answered something unexpected',
    detail: 'Its answer does not match the interface, so it is not shown.',
    advice: 'Try again; if this persists, tell those who run the Service.',
  },
  store_unavailable: {
    title: 'The console cannot write its records',
    detail: 'Nothing was sent or changed, because that has to be recorded first.',
    advice: 'An administrator must check the disk of the console’s data folder.',
  },
  provider_unavailable: {
    title: 'The identity provider cannot be used',
    detail: 'Operators who are signed in go on; nobody else can sign in with it.',
    advice: null,
  },
  stopping: {
    title: 'The console’s server is stopping',
    detail: 'It accepts nothing new and finishes running work. Nothing was sent.',
    advice: 'Try again once it is back.',
  },
  internal: {
    title: 'The console’s server failed',
    detail: 'An unexpected error occurred.',
    advice: 'Try again; the request id below helps to find the cause.',
  },
};

const NETWORK: Wording = {
  title: 'No answer from the console’s server',
  detail: 'The connection failed before an answer came.',
  advice: 'Check the connection and try again. What is on screen is kept.',
};

const UNREADABLE: Wording = {
  title: 'The answer could not be read',
  detail: 'The console’s server answered something this page does not understand.',
  advice: 'Reload the page; it may be older than the server.',
};

const UNREADABLE_SERVICE: Wording = {
  title: 'The Service’s answer could not be read',
  detail: 'The Device Connectivity Service answered something that its interface does not allow.',
  advice: 'Try again. If it stays, tell who operates the Service; the message says what is wrong.',
};

const UNEXPECTED: Wording = {
  title: 'This page failed',
  detail: 'An error in the page itself.',
  advice: 'Reload the page. Nothing was sent because of this.',
};

const MISSING_CODE = {
  away: {
    detail: 'The console’s server does not answer.',
    advice: 'The page opens as soon as the connection is back.',
  },
  gone: {
    detail: 'A new version of the console may have been installed since this page was loaded.',
    advice: 'Try again reloads the page; the draft of a dispatch is kept.',
  },
} as const satisfies Record<MissingCause, Pick<Wording, 'detail' | 'advice'>>;

/**
 * The only place that turns a failure into text.
 * @param thrown anything a call or a component threw
 */
export function errorText(thrown: unknown): ErrorText {
  if (thrown instanceof MissingCode) {
    return ofPage({ title: 'Its code could not be loaded', ...MISSING_CODE[thrown.reason] });
  }
  if (!(thrown instanceof ApiError)) return ofPage(UNEXPECTED, messageOf(thrown));
  if (thrown.kind === 'network') return ofPage(NETWORK);
  if (thrown.problem === null) {
    return ofPage(thrown.isByService ? UNREADABLE_SERVICE : UNREADABLE, thrown.message);
  }
  const { code, errors, source, requestId, upstreamStatus } = thrown.problem;
  const wording = answeredWording(code, upstreamStatus) ?? wordingOf(code, thrown.status);
  return { ...wording, serverMessages: errors.flatMap(itemMessages), source, requestId };
}

/** A failure that no server explained. */
const ofPage = (wording: Wording, ...serverMessages: string[]): ErrorText => ({
  ...wording,
  serverMessages,
  source: null,
  requestId: null,
});

/** Codes of failures that count as an answer of the Service if it sent a status. */
const FAILED_SERVICE = new Set(['upstream_unavailable', 'upstream_timeout']);

/** Wording with the status that the Service answered; null if it sent none. */
function answeredWording(code: string, upstreamStatus: number | null): Wording | null {
  if (upstreamStatus === null) return null;
  if (code === 'upstream_refused') {
    const wording = wordingOf(code, null);
    return { ...wording, title: `${wording.title} with ${upstreamStatus}` };
  }
  if (!FAILED_SERVICE.has(code)) return null;
  return {
    title: `The Device Connectivity Service answered ${upstreamStatus}`,
    detail: 'It was reached, but failed or is not available at the moment.',
    advice: 'Try again in a moment.',
  };
}

/**
 * Why a dispatch was refused, in a sentence: by the Service with its status, or because it was never sent, for
 * example without a connection.
 */
export function refusalText(upstreamStatus: number | null): string {
  return upstreamStatus === null
    ? 'This could not be sent to the Service.'
    : `The Service refused with ${upstreamStatus}.`;
}

function wordingOf(code: string, status: number | null): Wording {
  const known = Object.hasOwn(WORDINGS, code) ? WORDINGS[code] : undefined;
  return (
    known ?? {
      title: 'The server reported a failure',
      detail: `Of a kind unknown to this page: ${code}, status ${status ?? 'none'}.`,
      advice: 'Try again in a moment.',
    }
  );
}

/** One item of an error body as a line; its code, message and description are all optional. */
export function itemMessages(item: ErrorItem): string[] {
  const text = errorWords(item);
  if (text === null) return item.code === null ? [] : [item.code];
  return [item.code === null ? text : `${text} (${item.code})`];
}
