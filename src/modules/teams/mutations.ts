import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { TeamRoleRef } from '../users/type.ts'
import { addTeamMember } from './add-team-member.ts'
import { changeTeamRole } from './change-team-role.ts'
import { removeTeamMember } from './remove-team-member.ts'
import { TeamMemberRef } from './type.ts'

const TeamMemberInput = builder.inputType('TeamMemberInput', {
  description: 'A new team member.',
  fields: (t) => ({
    email: t.string({
      required: true,
      description: 'E-mail address. An existing person with it joins the team.',
    }),
    name: t.string({ description: 'Display name of a new person. Ignored for a known e-mail.' }),
    role: t.field({ type: TeamRoleRef, required: true, description: 'Role in the team.' }),
  }),
})

builder.mutationFields((t) => ({
  // Takes no password. A person has one account for all organizations, so an admin who set its password could
  // act as that person in the others.
  addTeamMember: t.field({
    type: TeamMemberRef,
    access: { require: 'admin', scope: 'member:write' },
    description: 'Adds a person to the team.',
    args: {
      input: t.arg({
        type: TeamMemberInput,
        required: true,
        description: 'The person to add, with their role.',
      }),
    },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => addTeamMember(tx, organizationId, input))
    },
  }),

  changeTeamRole: t.field({
    type: TeamMemberRef,
    access: { require: 'admin', scope: 'member:write' },
    description: 'Changes the role of a team member. The last admin keeps the role.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the team member.' }),
      role: t.arg({ type: TeamRoleRef, required: true, description: 'The new role.' }),
    },
    resolve: (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const change = { id: parseObjectId('Team member', args.id), role: args.role }
      return inTransaction(db, (tx) => changeTeamRole(tx, organizationId, change))
    },
  }),

  removeTeamMember: t.field({
    type: DeletedRef,
    access: { require: 'admin', scope: 'member:write' },
    description:
      'Removes a person from the team and revokes the apps that act as them. ' +
      'Their contributions and API keys remain; the last admin cannot be removed.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team member.' }) },
    resolve: async (_root, args, context) => {
      const id = parseObjectId('Team member', args.id)
      const actorId = actorOf(context)
      await inTransaction(context.db, (tx) => removeTeamMember(tx, context.organizationId, id, actorId))
      return { id }
    },
  }),
}))
