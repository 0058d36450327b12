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
  description: 'Somebody who joins the team.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'E-mail; a customer with it becomes the team member.' }),
    name: t.string({ description: 'Name of somebody not yet known.' }),
    role: t.field({ type: TeamRoleRef, required: true, description: 'What they may do.' }),
  }),
})

builder.mutationFields((t) => ({
  // No password here: an account is one person's in every organization, and whoever chose its password
  // could act as that person in all of them.
  addTeamMember: t.field({
    type: TeamMemberRef,
    access: { require: 'admin', scope: 'member:write' },
    description: 'Makes a person a team member.',
    args: { input: t.arg({ type: TeamMemberInput, required: true, description: 'Who, and as what.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => addTeamMember(tx, organizationId, input))
    },
  }),

  changeTeamRole: t.field({
    type: TeamMemberRef,
    access: { require: 'admin', scope: 'member:write' },
    description: 'Gives a team member another role. The last admin stays one.',
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
      'Takes a person out of the team; what they wrote and the API keys they made stay, apps that act as them end. ' +
      'The last admin cannot go.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team member.' }) },
    resolve: async (_root, args, context) => {
      const id = parseObjectId('Team member', args.id)
      const actorId = actorOf(context)
      await inTransaction(context.db, (tx) => removeTeamMember(tx, context.organizationId, id, actorId))
      return { id }
    },
  }),
}))
