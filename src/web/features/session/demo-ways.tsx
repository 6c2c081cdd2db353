import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Role } from '../../../contract/console/session.ts';
import { PopPanel } from '../../components/pop-panel.tsx';

/** Short descriptions of the roles. */
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  viewer: 'sees everything but the audit log, changes nothing',
  operator: 'sends Commands, offboards Entities',
  approver: 'sends Commands, approves those of others, sets tariffs, reads the audit log',
  administrator: 'does everything, also fills the directory and manages operators',
};

interface DemoWaysProps {
  /** The roles that the demo offers, at least one. */
  roles: readonly Role[];
  busy: boolean;
  onDemo: (role: Role) => void;
}

/** Signs in without a password: as operator with one click, or in another role from a menu. */
export function DemoWays({ roles, busy, onDemo }: DemoWaysProps) {
  const main = roles.includes('operator') ? 'operator' : roles[0];
  const others = roles.filter((role) => role !== main);
  return (
    <Box component="section" aria-label="Demo" sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        The devices behind this console are simulated: nothing you send reaches a real one.
      </Typography>
      {main !== undefined && (
        <Button variant="contained" size="large" disabled={busy} onClick={() => onDemo(main)}>
          Continue as {main}
        </Button>
      )}
      {others.length > 0 && (
        <Box sx={{ justifySelf: 'start' }}>
          <PopPanel label="Other roles" align="left">
            {others.map((role) => (
              <Button
                key={role}
                color="inherit"
                disabled={busy}
                data-closes=""
                onClick={() => onDemo(role)}
                sx={{
                  flexDirection: 'column',
                  alignItems: 'flex-start',
                  py: 0.75,
                  textAlign: 'left',
                }}
              >
                <span>Continue as {role}</span>
                <Typography variant="caption" component="span" color="textSecondary">
                  {ROLE_LABELS[role]}
                </Typography>
              </Button>
            ))}
          </PopPanel>
        </Box>
      )}
    </Box>
  );
}
