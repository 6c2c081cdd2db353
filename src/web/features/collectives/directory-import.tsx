import UploadFileIcon from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { DirectoryImportResult } from '../../../contract/console/directory.ts';
import { formatNumber } from '../../../domain/format.ts';
import { directoryKeys, importDirectory } from '../../api/directory.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { readDirectoryFile } from './directory-file.ts';

/** Lets an administrator choose a directory file and says in words what it changed. */
export function DirectoryImportButton() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const load = useMutation({
    mutationFn: async (file: File) => {
      const read = await readDirectoryFile(file);
      return 'problem' in read ? read : { result: await importDirectory(read.directory) };
    },
    onSuccess: () => client.invalidateQueries({ queryKey: directoryKeys.all }),
  });

  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<UploadFileIcon />}
        disabled={load.isPending}
        onClick={() => input.current?.click()}
      >
        {load.isPending ? 'Importing' : 'Import a directory file'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Directory file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) load.mutate(file);
        }}
      />
      <Live sx={{ fontSize: '0.8125rem', maxWidth: '60ch' }}>
        {load.data !== undefined &&
          ('problem' in load.data ? load.data.problem : importWords(load.data.result))}
      </Live>
      {load.isError && <ErrorPanel what="Nothing was imported" error={load.error} />}
    </Box>
  );
}

/** What an import changed, as sentences. */
function importWords(result: DirectoryImportResult): string {
  const part = (name: string, { added, updated, unchanged }: DirectoryImportResult['entities']) =>
    `${name}: ${formatNumber(added)} added, ${formatNumber(updated)} updated, ${formatNumber(unchanged)} unchanged.`;
  const { added, removed } = result.memberships;
  return [
    part('Collectives', result.collectives),
    part('Entities', result.entities),
    `Memberships: ${formatNumber(added)} added, ${formatNumber(removed)} removed.`,
  ].join(' ');
}
