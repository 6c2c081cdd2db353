import { useQuery } from '@tanstack/react-query';
import { OPERATOR_ROUTES } from '../../../contract/console/operators.ts';
import { query } from '../../api/query.ts';
import { useOperator } from '../../api/session.ts';
import { Read } from '../../components/read.tsx';
import { EffectiveRights } from '../operators/effective-rights.tsx';
import { SessionsSection } from '../operators/sessions-section.tsx';
import { TokensSection } from '../operators/tokens-section.tsx';

/** One's own rights, sessions and API tokens. */
export function OwnAccount() {
  const id = useOperator()?.id;
  const read = useQuery(
    query(OPERATOR_ROUTES.operator, id === undefined ? null : { params: { id } }),
  );
  return (
    <Read query={read} what="your account" rows={6}>
      {(operator) => (
        <>
          <EffectiveRights role={operator.role} grants={operator.grants} />
          <SessionsSection operator={operator} />
          <TokensSection operator={operator} isOwn />
        </>
      )}
    </Read>
  );
}
