import { setImmediate as turn } from 'node:timers/promises';
import { JSONParser, TokenType } from '@streamparser/json';

/** Deepest nesting of a body; the deepest that any route takes has about ten levels. */
export const MAX_DEPTH = 64;
/** So many bytes are parsed before others have their turn: a few milliseconds. */
const TURN_LENGTH = 64 * 1024;
/** Digits of a number are gathered in pieces of this many bytes. */
const NUMBER_BYTES = 1024;

/** Why a text is not taken. */
export class JsonFault extends Error {
  override name = 'JsonFault';
  readonly kind: 'depth' | 'form';

  constructor(kind: 'depth' | 'form', options?: ErrorOptions) {
    super(kind === 'depth' ? 'nested too deep' : 'not well-formed', options);
    this.kind = kind;
  }
}

const OPENS: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSES: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);
/** A mark of the byte order, which JSON does not have and the parser would pass over. */
const MARK = Buffer.from('\ufeff');

/**
 * Parses a JSON text piece by piece, with a turn for others in between. The result is that of JSON.parse.
 * @param body the text in UTF-8
 * @param length of a piece in bytes; a test has its own
 * @throws JsonFault where it nests deeper than `MAX_DEPTH` or is not well-formed
 */
export async function parseJsonInTurns(body: Buffer, length = TURN_LENGTH): Promise<unknown> {
  if (body.subarray(0, MARK.length).equals(MARK)) throw new JsonFault('form');
  const parser = new JSONParser({ paths: ['$'], numberBufferSize: NUMBER_BYTES });
  let value: unknown;
  let depth = 0;
  parser.onValue = (told) => {
    value = told.value;
  };
  parser.onToken = ({ token }) => {
    if (CLOSES.has(token)) depth -= 1;
    else if (OPENS.has(token)) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new JsonFault('depth');
    }
  };
  try {
    for (let at = 0; at < body.length; at += length) {
      if (at > 0) await turn();
      parser.write(body.subarray(at, at + length));
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    throw error instanceof JsonFault ? error : new JsonFault('form', { cause: error });
  }
  // No text means this: there was none but spaces.
  if (value === undefined) throw new JsonFault('form');
  return value;
}
