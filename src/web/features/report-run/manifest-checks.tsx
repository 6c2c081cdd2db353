import CheckIcon from '@mui/icons-material/Check';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import type { ReportManifest } from '../../../contract/console/report-run.ts';
import { StatusMark } from '../../components/status/status-mark.tsx';

/** The checks made when the run was sealed, and their results. */
export function ManifestChecks({ checks }: Pick<ReportManifest, 'checks'>) {
  return (
    <Box
      component="ul"
      aria-label="Checks"
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.75, fontSize: '0.8125rem' }}
    >
      {checks.map(({ name, ok, detail }) => (
        <Box
          key={name}
          component="li"
          sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}
        >
          <StatusMark
            label={ok ? 'Holds' : 'Does not hold'}
            style={ok ? { tone: 'teal', look: 'outline' } : { tone: 'red', look: 'soft' }}
            icon={ok ? CheckIcon : ErrorOutlineIcon}
          />
          <strong>{name}</strong>
          <span>{detail}</span>
        </Box>
      ))}
    </Box>
  );
}
