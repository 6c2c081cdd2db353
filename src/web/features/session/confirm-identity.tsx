import { useEffect, useState } from 'react';
import { onPasswordWanted, type PasswordQuestion } from '../../api/confirm-identity.ts';
import { later } from '../../components/later.tsx';

const AskPassword = later(async () => (await import('./ask-password.tsx')).AskPassword);

/** Asks for the password whenever the server wants it before an act. */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  useEffect(() => onPasswordWanted(setQuestion), []);
  if (question === null) return null;
  const answer = (how: 'confirmed' | 'givenUp') => () => {
    setQuestion(null);
    question[how]();
  };
  return <AskPassword onConfirmed={answer('confirmed')} onClose={answer('givenUp')} />;
}
