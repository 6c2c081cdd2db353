import { expect, test } from 'vitest';
import { whyGuessable } from './common-passwords.ts';

test.each([
  ['password', 'most common'],
  ['PassWord', 'most common'],
  ['Password123!', 'most common'],
  ['p@ssw0rd', 'most common'],
  ['12345678', 'most common'],
  ['1Q2W3E4R', 'most common'],
  ['aaaaaaaa', 'most common'],
  ['!!!!!!!!', 'most common'],
  ['Welcome 2026', 'most common'],
  ['ｑｗｅｒｔｙｕｉ', 'most common'],
  ['Gridhelm', 'product'],
  ['gridhelm2026!', 'product'],
  ['GridHelmGridhelm', 'product'],
  ['Gr1dh3lm1', 'product'],
  ['Ada Lovelace', 'owner'],
  ['adalovelace1815', 'owner'],
  ['Lovelace', 'owner'],
  ['ada12345', 'owner'],
  ['AdaAdaAda', 'owner'],
])('%s is refused: %s', (password, word) => {
  expect(whyGuessable(password, 'Ada  Lovelace')).toContain(word);
});

test.each([
  'correct horse battery',
  'gridhelm is not my password',
  'passwords are hard',
  'Tr0ub4dor&3',
  '#$%^&*()_+',
  '74919305',
  '密码太难记住了吗',
])('%s is taken', (password) => {
  expect(whyGuessable(password, 'Ada Lovelace')).toBeNull();
});

test('a name without letters does not make everything guessable', () => {
  expect(whyGuessable('correct horse battery', '7')).toBeNull();
  expect(whyGuessable('77777777', '7')).toContain('owner');
});
