import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { permissionWords, type Rights, dispatchWords } from '../../../domain/permissions.ts';
import { useCollectiveWords } from '../../api/collective-names.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';

/** What an operator may do and may not, as the server decides it. */
export function EffectiveRights({ role, grants }: Rights) {
  const words = useGrantWords();
  const all = permissionWords(role);
  const listed = (allowed: boolean) =>
    all.filter((each) => each.allowed === allowed).map(({ may }) => may);
  const [may, mayNot] = [listed(true), listed(false)];
  return (
    <Section title="Rights">
      <FactList label="Rights">
        <Fact name="Role">{role}</Fact>
        <Fact name="May send">
          <Lines texts={words({ role, grants })} />
        </Fact>
        <Fact name="May also">
          <Lines texts={[may.join('; ')]} />
        </Fact>
        {mayNot.length > 0 && (
          <Fact name="May not">
            <Lines texts={[mayNot.join('; ')]} />
          </Fact>
        )}
      </FactList>
    </Section>
  );
}

function Lines({ texts }: { texts: readonly string[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {texts.map((text) => (
        <Typography key={text} component="li" variant="body2">
          {text}
        </Typography>
      ))}
    </Box>
  );
}

/** Says what somebody may dispatch, with the names of Collectives. */
export function useGrantWords(): (rights: Rights) => string[] {
  const words = useCollectiveWords();
  return (rights) => dispatchWords(rights, words);
}
