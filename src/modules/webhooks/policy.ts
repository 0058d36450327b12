import { isAdmin, type Caller } from '../../auth/caller.ts'

/**
 * Returns whether the caller may see a webhook of their organization. An OAuth token may see its install's
 * webhook only.
 */
export function canSeeWebhook(caller: Caller, webhook: { installId: number | null }): boolean {
  return caller.authority !== 'app' || (caller.install !== null && webhook.installId === caller.install.id)
}

/** Returns whether the caller may see any webhook: an admin, or an OAuth token, whose scopes are checked apart. */
export const canSeeWebhooks = (caller: Caller): boolean => caller.authority === 'app' || isAdmin(caller)
