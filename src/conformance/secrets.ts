/** Parts of a secret of at least this length are masked, wherever they appear. */
const PART = 12;
/** A shorter text is not a secret: masking it would mask ordinary text. */
const SHORTEST = 4;
/** Texts in an answer of the token endpoint that could be a token; plain identifiers are not. */
const TOKEN_LIKE = /[\w.~+/-]{16,}={0,2}/g;
const PLAIN = /^[a-z_]+$/;
const MASK = '[secret]';

/** What must never be printed: tokens and credentials of a run. */
export interface Secrets {
  /** From now on this text is masked, verbatim, encoded, and in parts. */
  learn(secret: string): void;
  /** The same for everything that looks like a token in an answer of the token endpoint. */
  learnFrom(text: string, json: unknown): void;
  /** A text without any of the secrets. */
  masked(text: string): string;
}

/** Forms in which a secret may be echoed: in an address, in JSON, with collapsed white space. */
function formsOf(secret: string): string[] {
  const folded = secret.replaceAll(/\s+/g, ' ');
  return [
    secret,
    folded,
    ...folded.split(' '),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
}

function tokensIn(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && /token/i.test(name) && name !== 'token_type'
      ? [value]
      : tokensIn(value),
  );
}

/** Makes an empty set of secrets. */
export function makeSecrets(): Secrets {
  const whole = new Set<string>();
  const parts = new Set<string>();
  const learn = (secret: string) => {
    for (const form of formsOf(secret)) {
      if (form.length >= PART) {
        for (let at = 0; at + PART <= form.length; at += 1) parts.add(form.slice(at, at + PART));
      } else if (form.length >= SHORTEST) whole.add(form);
    }
  };
  const withoutParts = (text: string) => {
    let result = '';
    let hiddenTo = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (parts.has(text.slice(at, at + PART))) {
        if (at >= hiddenTo) result += MASK;
        hiddenTo = at + PART;
      } else if (at >= hiddenTo) result += text[at] ?? '';
    }
    return result;
  };
  return {
    learn,
    learnFrom: (text, json) => {
      for (const token of tokensIn(json)) learn(token);
      for (const token of text.match(TOKEN_LIKE) ?? []) if (!PLAIN.test(token)) learn(token);
    },
    masked: (text) => {
      let result = withoutParts(text);
      for (const secret of whole) result = result.replaceAll(secret, MASK);
      return result;
    },
  };
}
