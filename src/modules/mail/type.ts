import { isAdmin } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context, MailPreview } from '../../graphql/context.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { MailKindRef, MailReportRef, MailStateRef, MailTransportRef } from './enums.ts'
import { mailLoaders } from './loaders.ts'
import type { MailRow } from './mail-row.ts'
import { openMessage } from './open-message.ts'
import type { MailNumbers } from './read-mail-settings.ts'

const CLOSED = 'Null if it was sent, and on a public server for a mail that signs in.'

export const MailRef = builder.objectRef<MailRow>('Mail').implement({
  description: 'A mail in the name of the organization, retained for 30 days.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Mail')),
    databaseId: t.expose('id', { type: 'BigInt', ...DATABASE_ID }),
    kind: t.expose('kind', { type: MailKindRef, description: 'Subject of the mail.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail address of the recipient. Null after the erasure of the person.',
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Person who receives it. Null for an address of no person.',
      resolve: ({ userId }, _args, context) =>
        userId === null ? null : userLoaders(context).byId.find(userId),
    }),
    locale: t.exposeString('locale', { description: 'Language of its texts, such as `pt-BR`.' }),
    state: t.expose('state', { type: MailStateRef, description: 'State of the mail.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason of the state. Null without one.',
    }),
    reply: t.exposeString('reply', {
      nullable: true,
      description: 'Last reply of the mail server, at most 512 characters. Null before one.',
    }),
    report: t.expose('report', {
      type: MailReportRef,
      nullable: true,
      description: 'Report about it after the mail server has accepted it. Null without one.',
    }),
    tries: t.exposeInt('tries', { description: 'Number of tries.' }),
    subject: t.exposeString('subject', {
      nullable: true,
      description: 'Subject. Null before it is sent or stored.',
    }),
    text: t.string({
      nullable: true,
      description: `Plain text of a stored message. ${CLOSED}`,
      resolve: async ({ id }, _args, context) => (await messageOf(id, context))?.text ?? null,
    }),
    html: t.string({
      nullable: true,
      description: `HTML of a stored message. ${CLOSED}`,
      resolve: async ({ id }, _args, context) => (await messageOf(id, context))?.html ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next try. Null if none follows.',
      resolve: ({ state, dueAt }) => (state === 'queued' ? dueAt : null),
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the mail server accepted it. Null before it.',
    }),
  }),
})

async function messageOf(id: number, context: Context) {
  const mail = await mailLoaders(context).sealed.find(id)
  const { keys, mail: server } = context
  return mail && openMessage(mail, { keyring: keys.encryption, isPublic: server.isPublic() })
}

nodeFinder('Mail', (context, id) =>
  isAdmin(context.caller) ? mailLoaders(context).byId.find(id) : Promise.resolve(null),
)

export const MailConnectionRef = connectionType('Mail', MailRef)

export const MailSettingsRef = builder.objectRef<MailNumbers>('MailSettings').implement({
  description: 'The mail server of the installation, and the mails of the organization.',
  fields: (t) => ({
    transport: t.field({
      type: MailTransportRef,
      description: 'Way of mails out of the service.',
      resolve: (_settings, _args, { mail }) => (mail.from === null ? 'stored' : 'smtp'),
    }),
    from: t.field({
      type: 'EmailAddress',
      nullable: true,
      description: 'Default address of the sender. Null without a mail server.',
      resolve: (_settings, _args, { mail }) => mail.from?.address ?? null,
    }),
    senderDomains: t.stringList({
      description: 'Domains that an address of `mailSenderAddress` may have.',
      resolve: (_settings, _args, { mail }) => [...mail.senderDomains],
    }),
    isPublic: t.boolean({
      description:
        'Whether others than the operator reach the server. Stored mails that sign in are then closed.',
      resolve: (_settings, _args, { mail }) => mail.isPublic(),
    }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Reply of a mail server that refuses all mail. Null if it accepts them.',
    }),
    sentToday: t.exposeInt('sentToday', { description: 'Number of mails sent since midnight in UTC.' }),
    waiting: t.exposeInt('waiting', { description: 'Number of mails that wait to be sent.' }),
  }),
})

export const MailPreviewRef = builder.objectRef<MailPreview>('MailPreview').implement({
  description: 'A mail as it would be sent now.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject, at most 150 characters.' }),
    text: t.exposeString('text', { description: 'Plain text, with links.' }),
    html: t.exposeString('html', { description: 'HTML, a whole document.' }),
  }),
})
