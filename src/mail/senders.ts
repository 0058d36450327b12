import type { Db } from '../db/database.ts'
import { ACCOUNT_MAIL } from '../modules/mail/queue-mail.ts'
import { isSenderDomain } from '../modules/mail/sender-domain.ts'
import type { Frame } from './layout/frame.ts'
import type { Mailbox, SendingSettings } from './settings.ts'

/** In whose name mails are sent: an organization, or the service for mails to accounts. */
export type Sender = Omit<Frame, 'words'> & {
  from: Mailbox | null
  replyTo: string | null
}

const SERVICE_COLOR = '#4f46e5'

/** Reads the senders of mails by the id of their organization. `host` is the name of the service. */
export async function readSenders(
  db: Db,
  organizationIds: Iterable<number>,
  { settings, host }: { settings: SendingSettings | null; host: string },
): Promise<Map<number, Sender>> {
  const ids = [...new Set(organizationIds)]
  const senders = new Map<number, Sender>()
  if (ids.includes(ACCOUNT_MAIL))
    senders.set(ACCOUNT_MAIL, {
      ...{ name: host, color: SERVICE_COLOR, footer: '', replyTo: null },
      from: settings?.from ?? null,
    })
  const organizations = await db
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'colorPrimary',
      'mailSenderName',
      'mailSenderAddress',
      'mailReplyTo',
      'mailFooter',
    ])
    .where('id', 'in', ids)
    .execute()
  for (const { id, name, mailSenderAddress: own, ...organization } of organizations) {
    // The operator may have removed the domain since.
    const isOwn = settings !== null && own !== null && isSenderDomain(own, settings.senderDomains)
    senders.set(id, {
      ...{ name, color: organization.colorPrimary, footer: organization.mailFooter },
      from: settings && {
        name: organization.mailSenderName ?? name,
        address: isOwn ? own : settings.from.address,
      },
      replyTo: organization.mailReplyTo,
    })
  }
  return senders
}
