import { useEffect, useState } from 'react';
import { onPasswordWanted, type PasswordQuestion } from '../../api/confirm-identity.ts';
import { useOwnProvider } from '../../api/session.ts';
import { later } from '../../components/later.tsx';

const AskPassword = later(async () => (await import('./ask-password.tsx')).AskPassword);
const AskProvider = later(async () => (await import('./ask-provider.tsx')).AskProvider);

/** Asks for the password, or for a new sign-in at the identity provider, whenever the server wants it before an act. */
export function ConfirmIdentity() {
  const [question, setQuestion] = useState<PasswordQuestion | null>(null);
  const host = useOwnProvider();
  useEffect(() => onPasswordWanted(setQuestion), []);
  if (question === null) return null;
  const answer = (how: 'confirmed' | 'givenUp') => () => {
    setQuestion(null);
    question[how]();
  };
  const given = { onConfirmed: answer('confirmed'), onClose: answer('givenUp') };
  return host === null ? <AskPassword {...given} /> : <AskProvider {...given} host={host} />;
}
