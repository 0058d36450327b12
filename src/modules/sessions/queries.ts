import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { ownSessions } from './own-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { SessionConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  sessions: t.field({
    type: SessionConnectionRef,
    access: { require: 'person' },
    description: 'Current sessions of the signed-in person, newest first.',
    args: pageArgs,
    resolve: (_root, page, { db, caller }) => listSessions(db, ownSessions(caller), page),
  }),
}))
