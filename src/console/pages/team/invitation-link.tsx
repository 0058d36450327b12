import texts from '../../messages/en/team.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Secret } from '../../ui/secret.tsx'

const t = messagesOf(texts)
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

/** Link of an invitation that was just made. The server stores only its hash. */
export type Link = { url: string; email: string; expiresAt: string; isMailed: boolean }

/** The link, which is shown once. */
export function InvitationLink({ url, email, expiresAt, isMailed }: Link) {
  const note = t(isMailed ? 'linkMailed' : 'linkNote', { email, date: DATE.format(new Date(expiresAt)) })
  return <Secret value={url} name={t('link')} note={note} />
}
