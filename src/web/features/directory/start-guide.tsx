import DownloadIcon from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DirectoryKind } from '../../../contract/console/directory-changes.ts';
import { usePermission } from '../../api/session.ts';
import { cardStyle } from '../../components/card.tsx';
import { downloadText } from '../../components/download.ts';
import { later } from '../../components/later.tsx';
import { DropZone } from './drop-zone.tsx';

const ImportDialog = later(async () => (await import('./import-dialog.tsx')).ImportDialog);

const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;

/** What the sample files hold: one Collective and its two Entities. */
const SAMPLES = {
  collective: [
    'id,name,type,place,tags,entities',
    `${id('01')},Depot north,Fleet,Rotterdam,night,${id('a1')} ${id('a2')}`,
  ],
  entity: [
    'id,name,type,brand,place,tags,collectives',
    `${id('a1')},Van 1,EV,Volta,Rotterdam,night,${id('01')}`,
    `${id('a2')},Charger 1,ChargePoint,Volta,Rotterdam,night,${id('01')}`,
  ],
} as const;

const save = (kind: DirectoryKind) =>
  downloadText(
    kind === 'entity' ? 'sample-entities.csv' : 'sample-collectives.csv',
    `${SAMPLES[kind].join('\r\n')}\r\n`,
    'text/csv',
  );

const NEXT = [
  [
    'Read the fleet',
    'It starts by itself after the import: last Commands, charge sessions, energy, places and settings of each Entity.',
  ],
  [
    'Dispatch a Command',
    'Choose a Collective, see in a dry run what would happen, send, and watch what each Entity does.',
  ],
] as const;

interface StartGuideProps {
  /** What the rows of a file are, unless its columns say it. */
  kind: DirectoryKind;
  /** Shows the steps. An import that began there keeps its dialog, whatever it brought. */
  isEmpty: boolean;
}

/** The page of an installation that knows no device yet: the first step, and what each step gives. */
export function StartGuide({ kind, isEmpty }: StartGuideProps) {
  const { reason } = usePermission('manage-directory');
  const [file, setFile] = useState<File | null>(null);
  const steps = (
    <Box component="section" aria-label="First steps" sx={{ ...cardStyle, p: { xs: 2, sm: 3 } }}>
      <Box
        component="ol"
        sx={{ m: 0, pl: 3, display: 'grid', gap: 2.5, '& > ::marker': { fontWeight: 600 } }}
      >
        <Box component="li">
          <Step
            title="Import the directory"
            gives="The Service lists neither Collectives nor Entities, so this console keeps their ids and names. With them come the lists, the search and everything below."
          />
          {reason === null ? (
            <>
              <DropZone label="File of the directory" onFile={setFile} />
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
                {(['collective', 'entity'] as const).map((each) => (
                  <Button
                    key={each}
                    color="inherit"
                    startIcon={<DownloadIcon />}
                    onClick={() => save(each)}
                  >
                    Sample file of {each === 'entity' ? 'Entities' : 'Collectives'}
                  </Button>
                ))}
              </Box>
            </>
          ) : (
            <Typography variant="body2">
              {reason} Ask an administrator of this console to import it.
            </Typography>
          )}
        </Box>
        {NEXT.map(([title, gives]) => (
          <li key={title}>
            <Step title={title} gives={gives} />
          </li>
        ))}
      </Box>
    </Box>
  );
  return (
    <>
      {isEmpty && steps}
      {file !== null && <ImportDialog kind={kind} file={file} onClose={() => setFile(null)} />}
    </>
  );
}

function Step({ title, gives }: { title: string; gives: string }) {
  return (
    <>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      <Typography sx={{ color: 'text.secondary', maxWidth: '68ch', mb: 1 }}>{gives}</Typography>
    </>
  );
}
