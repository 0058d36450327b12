import { inTransaction } from '../../../db/transaction.ts'
import type { Context } from '../../../graphql/context.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { notFound } from '../../../lib/errors.ts'
import { allowMail } from '../../mail/suppressions/allow-mail.ts'
import { updatePreferences } from '../preferences/update-preferences.ts'
import { ALLOW_MAIL, PreferenceInput } from '../preferences/type.ts'
import { followLink } from './follow-link.ts'
import { openLink } from './open-link.ts'
import { MailLinkRef } from './type.ts'

const LINK = { mailLink: { type: MailLinkRef, description: 'The link, with the choices after it.' } }

mutation('unsubscribeByMailLink', {
  access: { require: 'anyone' },
  description: 'Ends the mails that a link in a mail is about (RFC 8058). Idempotent.',
  input: (t) => ({ token: t.string({ required: true, description: 'Token of the link.' }) }),
  payload: LINK,
  resolve: async ({ token }, context) => {
    const link = await linkOf(context, token)
    await inTransaction(context.db, (tx) => followLink(tx, link))
    return { mailLink: link }
  },
})

mutation('updatePreferencesByMailLink', {
  access: { require: 'anyone' },
  description: 'Changes what the person of a link in a mail is notified of.',
  input: (t) => ({
    token: t.string({ required: true, description: 'Token of the link.' }),
    choices: t.field({ type: [PreferenceInput], description: 'Choices, one for each kind.' }),
    noMail: t.boolean({ description: 'Whether the person receives no mail but those that sign in.' }),
    allowMail: t.boolean({ description: ALLOW_MAIL }),
  }),
  payload: LINK,
  resolve: async ({ token, allowMail: isAllowed, ...changes }, context) => {
    const link = await linkOf(context, token)
    await inTransaction(context.db, async (tx) => {
      await updatePreferences(tx, link, changes)
      if (isAllowed === true) await allowMail(tx, context.keys, link)
    })
    return { mailLink: link }
  },
})

/** Returns the link of a token. @throws AppError NOT_FOUND */
async function linkOf({ db, keys }: Context, token: string) {
  const link = await openLink(db, keys.encryption, token)
  if (!link) throw notFound('Link')
  return link
}
