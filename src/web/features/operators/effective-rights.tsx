import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { permissionWords, type Rights } from '../../../domain/permissions.ts';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';
import { useGrantWords } from './use-grant-words.ts';

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
