import type { EndpointShape } from '../../contract/endpoints.ts';
import type { RawAnswer } from '../upstream/exchange.ts';
import { LeftOutItems, readUsable } from '../upstream/left-out-items.ts';

/** Bytes of answers that are remembered, and of each of them; read, they take several times as much. */
const MOST_BYTES = 2 * 1024 * 1024;
const MOST_EACH = 128 * 1024;

/** An answer that its schema has taken. */
interface CheckedAnswer {
  value: unknown;
  /** What of it could not be used, in a sentence, or null. */
  leftOut: string | null;
  /** It as JSON, as the browser gets it. */
  body: Buffer;
}

/** Checks answers of the Service. The same bytes in answer to the same question are checked once: pages poll. */
export interface CheckedAnswers {
  /**
   * @param question the same for the same question
   * @throws UpstreamFault `unusable`
   */
  check(endpoint: EndpointShape, question: string, answer: RawAnswer): CheckedAnswer;
}

/** An answer as the browser gets it: the link to the next page holds the Service's address. Spec, "Limits" 1. */
export function withoutLink(value: unknown): unknown {
  const isPage = typeof value === 'object' && value !== null && 'links' in value;
  return isPage ? { ...value, links: { next: null } } : value;
}

function checkWhole({ answer: schema }: EndpointShape, answer: RawAnswer): CheckedAnswer {
  const items = new LeftOutItems();
  const value = schema === null ? null : readUsable(schema, answer, items);
  const body = Buffer.from(JSON.stringify(withoutLink(value)));
  return { value, leftOut: items.message(), body };
}

export function createCheckedAnswers(): CheckedAnswers {
  const known = new Map<string, { contentType: string; told: Buffer; checked: CheckedAnswer }>();
  let bytes = 0;
  return {
    check(endpoint, question, answer) {
      const { contentType } = answer;
      const last = known.get(question);
      if (last?.contentType === contentType && last.told.equals(answer.body)) return last.checked;
      const checked = checkWhole(endpoint, answer);
      if (answer.body.length > MOST_EACH) return checked;
      // A copy: it is a part of what the socket read at once.
      const told = Buffer.from(answer.body);
      bytes += told.length - (last?.told.length ?? 0);
      if (bytes > MOST_BYTES) {
        known.clear();
        bytes = told.length;
      }
      known.set(question, { contentType, told, checked });
      return checked;
    },
  };
}
