import texts from '../../messages/en/team.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Secret } from '../../ui/secret.tsx'

const t = messagesOf(texts)
const DATE = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' })

/** Link of an invitation that was just made. The server stores only its hash. */
export type Link = { url: string; email: string; expiresAt: string }

/** The link, which is shown once. */
export function InvitationLink({ url, email, expiresAt }: Link) {
  const note = t('linkNote', { email, date: DATE.format(new Date(expiresAt)) })
  return <Secret value={url} name={t('link')} note={note} />
}
