import { inTransaction } from '../../db/transaction.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { forbidden } from '../../lib/errors.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { ownSessions } from './own-sessions.ts'
import { startSsoSession } from './start-sso-session.ts'
import { StartedSessionRef } from './type.ts'

mutation('signInWithSso', {
  access: { require: 'anyone' },
  description: 'Starts a session of the person of an SSO token, in the organization that signed it.',
  input: (t) => ({
    organization: t.string({ required: true, description: 'Slug of the organization.' }),
    token: t.string({ required: true, description: 'SSO token, which must expire within ten minutes.' }),
  }),
  payload: {
    session: { type: StartedSessionRef, description: 'The session.' },
    organization: { type: OrganizationRef, description: 'Organization in which the session acts.' },
  },
  resolve: async ({ organization: slug, token }, { db, keys, address, userAgent }) => {
    const signIn = { slug, token, address, userAgent }
    const { organization, ...started } = await startSsoSession(db, keys, signIn)
    return { session: { ...started, account: null }, organization }
  },
})

mutation('signOut', {
  access: { require: 'person' },
  description: 'Ends the session of the request. Every process rejects its token within one second.',
  input: () => ({}),
  payload: { revokedSessionId: { type: 'ID', description: 'Id of the ended session.' } },
  resolve: async (_input, { db, caller, sessions }) => {
    const { sessionId: id } = caller
    if (id === null) throw forbidden('This requires the token of a session')
    await inTransaction(db, (tx) => endSession(tx, ownSessions(caller), { id, act: 'session.ended' }))
    sessions.clear()
    return { revokedSessionId: toNodeId('Session', id) }
  },
})

mutation('revokeSession', {
  access: { require: 'person' },
  description: 'Ends a session of the signed-in person. Every process rejects its token within one second.',
  input: (t) => ({ id: t.id(nodeIdInput('Session', { required: true, description: 'Id of the session.' })) }),
  payload: { revokedSessionId: { type: 'ID', description: 'Id of the ended session.' } },
  resolve: async (input, { db, caller, sessions }) => {
    const id = databaseIdOf('Session', 'id', input.id)
    await inTransaction(db, (tx) => endSession(tx, ownSessions(caller), { id, act: 'session.revoked' }))
    sessions.clear()
    return { revokedSessionId: input.id }
  },
})

mutation('revokeOtherSessions', {
  access: { require: 'person' },
  description:
    'Ends all sessions of the signed-in person except that of the request. A request with a session also ends the tokens of the command line.',
  input: () => ({}),
  payload: { revokedSessionIds: { type: ['ID'], description: 'Ids of the ended sessions.' } },
  resolve: async (_input, { db, caller, sessions }) => {
    const ended = await inTransaction(db, (tx) => endOtherSessions(tx, ownSessions(caller), caller.sessionId))
    sessions.clear()
    return { revokedSessionIds: ended.map((id) => toNodeId('Session', id)) }
  },
})
