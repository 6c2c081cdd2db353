/** Passwords that are tried first; the words also match with digits or signs around them. */
const COMMON: ReadonlySet<string> = new Set(
  `1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4 a1b2c3d4 abcd1234 qwer1234 p@ssw0rd passw0rd
  12345678 123456789 1234567890 0123456789 87654321 987654321 12341234 11223344 12121212 123123123
  password passwort passphrase qwerty qwertyui qwertyuiop qwertz qwertzuiop asdfghjk asdfghjkl zxcvbnm
  abcdefgh admin administrator operator default changeme letmein login master secret superuser test
  welcome iloveyou princess sunshine football baseball superman starwars dragon monkey shadow whatever`.split(
    /\s+/,
  ),
);
const PRODUCT = ['gridhelm', 'gr1dhelm', 'gridh3lm', 'gr1dh3lm'];

/** One spelling for texts that only differ in case, spaces or Unicode form. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}

/**
 * Why a new password is easy to guess.
 * @param name the operator's name
 * @returns the reason in words, or null
 */
export function whyGuessable(password: string, name: string): string | null {
  const whole = fold(password);
  const word = whole.replace(/^\P{L}+|\P{L}+$/gu, '');
  const repeats = (part: string) =>
    part !== '' && [whole, word].some((text) => text !== '' && text.replaceAll(part, '') === '');
  if ([name, ...name.split(/\s+/)].some((part) => repeats(fold(part)))) {
    return 'The password is little more than the name of its owner. Choose one that does not follow from it.';
  }
  if (PRODUCT.some(repeats)) {
    return 'The password is little more than the name of this product. Choose another one.';
  }
  if (COMMON.has(whole) || COMMON.has(word) || /^(.)\1*$/u.test(whole)) {
    return 'The password is one of the most common ones. Choose another one, such as several unrelated words.';
  }
  return null;
}
