import type { Caller } from '../../auth/caller.ts'

/** Whether the caller may see a webhook that its organization has: an OAuth token sees its install's own only. */
export function canSeeWebhook(caller: Caller, webhook: { installId: number | null }): boolean {
  return caller.authority !== 'app' || (caller.install !== null && webhook.installId === caller.install.id)
}
