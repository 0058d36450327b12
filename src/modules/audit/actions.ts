/** All actions of the audit trail, with their description. */
export const AUDIT_ACTIONS = {
  'app.registered': 'An OAuth app was registered.',
  'app.updated': 'An OAuth app was updated.',
  'app.secret_rotated': 'The client secret of an OAuth app was replaced.',
  'app.webhook_secret_rotated': 'The webhook secret of an OAuth app was replaced.',
  'app.suspended': 'An OAuth app was suspended.',
  'app.resumed': 'A suspended OAuth app was resumed.',
  'app.deleted': 'An OAuth app was deleted.',
  'consent.granted': 'A person consented to an OAuth app.',
  'code.replayed': 'An authorization code was used twice. The tokens of its first use were revoked.',
  'token.revoked': 'An OAuth token was revoked.',
  'refresh_token.reused': 'A refresh token was used again. Its chain of tokens was revoked.',
  'install.created': 'An OAuth app was installed.',
  'install.updated': 'The grants of an install were updated.',
  'install.narrowed': 'The grants of an install were narrowed.',
  'install.revoked': 'An install was revoked.',
  'webhook.created': 'A webhook was created.',
  'webhook.updated': 'A webhook was updated.',
  'webhook.secret_rotated': 'The signing secret of a webhook was replaced.',
  'webhook.enabled': 'A disabled webhook was enabled.',
  'webhook.disabled': 'A webhook was disabled.',
  'webhook.deleted': 'A webhook was deleted.',
  'api_key.created': 'An API key was created.',
  'api_key.revoked': 'An API key was revoked.',
  'member.added': 'A person was added to the team.',
  'member.role_changed': 'The role of a team member was changed.',
  'member.removed': 'A person was removed from the team.',
  'organization.updated': 'The settings of the organization were updated.',
  'sso_key.rotated': 'The SSO key of the organization was replaced.',
} as const satisfies Record<string, string>

/** Name of an action of the audit trail, such as `app.registered`. */
export type AuditAction = keyof typeof AUDIT_ACTIONS
