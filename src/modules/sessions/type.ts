import type { Account, Session } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { listOrganizations } from '../organizations/list-organizations.ts'
import { OrganizationConnectionRef } from '../organizations/type.ts'
import { AccountRef } from '../users/account-type.ts'
import { sessionLoaders } from './loaders.ts'

/** A session's row without the hash of its token. */
type SessionRow = Omit<Session, 'tokenHash'>

const SessionRef = builder.objectRef<SessionRow>('Session').implement({
  description: 'A session of the signed-in person. Its token is not stored.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Session')),
    databaseId: t.exposeInt('id', { description: 'Integer id.' }),
    current: t.boolean({
      description: 'Whether the request was sent with this session.',
      resolve: ({ id }, _args, { caller }) => caller.sessionId === id,
    }),
    userAgent: t.exposeString('userAgent', {
      description: 'First 256 characters of the `User-Agent` of the client that started it.',
    }),
    address: t.exposeString('address', { description: 'IP address of the client that started it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the sign-in.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      description: 'Time of the last request, to ten minutes.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Expiry time: 14 days after the last request, and at most 30 days after the sign-in.',
    }),
  }),
})

nodeFinder('Session', (context, id) => sessionLoaders(context).byId.find(id))

export const SessionConnectionRef = connectionType('Session', SessionRef)

/** A session that was just started, with its token. Without an account it is of one person in one organization. */
type StartedSession = { token: string; session: SessionRow; account: Account | null }

export const StartedSessionRef = builder.objectRef<StartedSession>('StartedSession').implement({
  description: 'A session that was just started, with its token.',
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'User token, sent as `Authorization: Bearer …`. Returned only once.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time, which requests postpone.',
      resolve: ({ session }) => session.expiresAt,
    }),
    account: t.expose('account', {
      type: AccountRef,
      nullable: true,
      description: 'Account that signed in. Null for a session of one person in one organization.',
    }),
    organizations: t.field({
      type: OrganizationConnectionRef,
      nullable: true,
      description:
        'Organizations in which the account can act, sorted by name. Null for a session of one person in one organization.',
      args: pageArgs,
      resolve: ({ account }, page, { db }) => (account ? listOrganizations(db, account.id, page) : null),
    }),
  }),
})
