import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { userLoaders } from '../users/loaders.ts'
import { TeamRoleRef, UserRef } from '../users/type.ts'
import { addTeamMember } from './add-team-member.ts'
import { importTeamMembers } from './import-team-members.ts'
import { TeamMemberImportEntryInput, TeamMemberImportFailureRef } from './import-type.ts'
import { removeTeamMember } from './remove-team-member.ts'
import { TeamMemberRef } from './type.ts'
import { updateTeamMember } from './update-team-member.ts'

const MEMBER_ID = nodeIdInput('TeamMember', { required: true, description: 'Id of the team member.' })

// Takes no password. A person has one account for all organizations, so an admin who set its password could
// act as that person in the others.
mutation('addTeamMember', {
  access: { require: 'admin', scope: 'member:write' },
  description: 'Adds a person to the team.',
  input: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'E-mail address. An existing person with it joins the team.',
    }),
    name: t.string({ description: 'Display name of a new person. Ignored for a known e-mail.' }),
    role: t.field({ type: TeamRoleRef, required: true, description: 'Role in the team.' }),
  }),
  payload: { teamMember: { type: TeamMemberRef, description: 'The team member.' } },
  resolve: async (input, context) => {
    const { db, organizationId, caller } = context
    const by = { actor: toActor(caller), actorId: actorOf(context) }
    return { teamMember: await inTransaction(db, (tx) => addTeamMember(tx, organizationId, input, by)) }
  },
})

mutation('importTeamMembers', {
  access: { require: 'admin', scope: 'member:write' },
  description:
    'Adds people to the team. Entries are independent: those that cannot be added are returned in `failures`.',
  input: (t) => ({
    entries: t.field({
      type: [TeamMemberImportEntryInput],
      required: true,
      description: 'People to add, at most 50. The first entry with an e-mail counts.',
    }),
  }),
  payload: {
    teamMembers: { type: [TeamMemberRef], description: 'Added team members in the order of their entries.' },
    failures: { type: [TeamMemberImportFailureRef], description: 'Entries that were not stored.' },
  },
  resolve: ({ entries }, context) => {
    const { db, organizationId, caller } = context
    const by = { actor: toActor(caller), actorId: actorOf(context) }
    return inTransaction(db, (tx) => importTeamMembers(tx, organizationId, entries, by))
  },
})

mutation('updateTeamMember', {
  access: { require: 'admin', scope: 'member:write' },
  description:
    'Changes the role of a team member. The last admin who can sign in with an account keeps the role.',
  input: (t) => ({
    id: t.id(MEMBER_ID),
    role: t.field({ type: TeamRoleRef, required: true, description: 'The new role.' }),
    ifUnchangedSince: t.field({
      ...IF_UNCHANGED_SINCE,
      description:
        '`roleChangedAt` as read. The update fails with `CONFLICT` if the role was changed after it.',
    }),
  }),
  payload: { teamMember: { type: TeamMemberRef, description: 'The team member.' } },
  resolve: async (input, context) => {
    const actorId = actorOf(context)
    const { db, organizationId } = context
    const change = {
      id: databaseIdOf('TeamMember', 'id', input.id),
      role: input.role,
      ifUnchangedSince: input.ifUnchangedSince,
      actorId,
    }
    return { teamMember: await inTransaction(db, (tx) => updateTeamMember(tx, organizationId, change)) }
  },
})

mutation('removeTeamMember', {
  access: { require: 'admin', scope: 'member:write' },
  description:
    'Removes a person from the team and revokes the apps that act as them, but keeps their contributions and ' +
    'API keys. The last admin who can sign in with an account cannot be removed.',
  input: (t) => ({ id: t.id(MEMBER_ID) }),
  payload: {
    removedTeamMemberId: { type: 'ID', description: 'Id of the removed team member.' },
    user: { type: UserRef, description: 'The person, who remains in the organization.' },
  },
  resolve: async (input, context) => {
    const by = { actorId: actorOf(context), actor: toActor(context.caller) }
    const id = databaseIdOf('TeamMember', 'id', input.id)
    await inTransaction(context.db, (tx) => removeTeamMember(tx, context.organizationId, id, by))
    return { removedTeamMemberId: input.id, user: await userLoaders(context).byId.one(id) }
  },
})
