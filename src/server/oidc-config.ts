import type { OidcSettings } from '../access/identity-provider.ts';
import { Role } from '../contract/console/session.ts';
import { z } from '../contract/zod.ts';
import { isLoopback } from '../lib/loopback.ts';
import { Address, SettingReader, type Environment } from './setting-reader.ts';

/** The settings without which no provider can be asked. */
const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;

const Issuer = Address.refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || isLoopback(hostname);
});

/** `ops-team=operator,fleet-admins=administrator`; a group may hold an equals sign. */
const GroupRoles = z.string().transform((text, context) => {
  const roles = new Map<string, Role>();
  for (const pair of text.split(',')) {
    const at = pair.lastIndexOf('=');
    const group = pair.slice(0, Math.max(at, 0)).trim();
    const role = Role.safeParse(pair.slice(at + 1).trim());
    if (group === '' || !role.success || roles.has(group)) {
      context.addIssue({ code: 'custom', message: 'not a group with a role' });
      return z.NEVER;
    }
    roles.set(group, role.data);
  }
  return roles;
});

/** Whether operators sign in by an identity provider. */
export function hasProvider(env: Environment): boolean {
  return new SettingReader(env).text('OIDC_ISSUER') !== null;
}

/** Reads how operators sign in by an identity provider, or null if none is set. */
export function readOidc(reader: SettingReader): OidcSettings | null {
  const roleClaim = reader.text('OIDC_ROLE_CLAIM') ?? 'groups';
  const secretFile = reader.text('OIDC_CLIENT_SECRET_FILE');
  const given = NEEDED.filter(
    (name) => (reader.text(name) ?? (name === 'OIDC_CLIENT_SECRET' ? secretFile : null)) !== null,
  );
  if (given.length === 0) return null;
  for (const name of NEEDED) {
    if (given.includes(name)) continue;
    reader.complain(name, 'is missing', `expected all of ${NEEDED.join(', ')}, or none`);
  }
  const issuer = reader.read(
    'OIDC_ISSUER',
    Issuer,
    null,
    'expected the https address by which the provider names itself',
  );
  const roles = reader.read(
    'OIDC_ROLES',
    GroupRoles,
    null,
    'expected each group once, as in ops-team=operator,fleet-admins=administrator',
  );
  const clientId = reader.text('OIDC_CLIENT_ID');
  const clientSecret = reader.secret('OIDC_CLIENT_SECRET');
  if (issuer === null || roles === null || clientId === null || clientSecret === null) return null;
  return { issuer, clientId, clientSecret, roleClaim, roles };
}
