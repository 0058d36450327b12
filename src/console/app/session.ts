import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { toast } from '../ui/toast.tsx'

const t = messagesOf(texts)
const KEY = 'echolog.organization'

/** Slug of the organization that was open last in this browser, or null. */
export const lastOrganization = () => localStorage.getItem(KEY)

/** Stores the slug of the organization that opens next time. */
export const storeOrganization = (slug: string) => localStorage.setItem(KEY, slug)

/** Address of the sign-in page, which leads back to this page. */
export const signInAddress = () =>
  `/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`

/** Ends the session in the database, then opens the sign-in page. Shows a toast if the session has not ended. */
export async function signOut(): Promise<void> {
  const answer = await fetch('/session', { method: 'DELETE' }).catch(() => null)
  if (answer?.ok) location.assign('/sign-in')
  else toast({ text: t('stillSignedIn'), tone: 'bad' })
}

/** Reasons for which a password was not changed, by field, or the one for all of it. */
export type PasswordRefusal = { errors: Record<string, string>; problem: string | null }

/**
 * Changes the password of the account. The server replaces the session of this browser, so that no token passes
 * through the program. Resolves to null after a success.
 */
export async function changePassword(current: string, next: string): Promise<PasswordRefusal | null> {
  const answer = await fetch('/session/password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ current_password: current, new_password: next }),
  }).catch(() => null)
  if (answer?.ok) return null
  const body = (await answer?.json().catch(() => null)) as {
    message?: string
    errors?: Record<string, string[]>
  } | null
  const errors = Object.fromEntries(
    Object.entries(body?.errors ?? {}).flatMap(([field, [first]]) => (first ? [[field, first]] : [])),
  )
  return { errors, problem: Object.keys(errors).length > 0 ? null : (body?.message ?? '') }
}
