/** A text that begins with a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text as a sentence: with a capital, and a full stop unless it has an end mark. */
export const sentence = (text: string): string =>
  /[.!?…]”?$/.test(text) ? capital(text) : `${capital(text)}.`;
