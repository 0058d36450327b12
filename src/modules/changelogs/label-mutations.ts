import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { createChangelogLabel } from './create-changelog-label.ts'
import { deleteChangelogLabel } from './delete-changelog-label.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { updateChangelogLabel } from './update-changelog-label.ts'

const CreateChangelogLabelInput = builder.inputType('CreateChangelogLabelInput', {
  description: 'A new changelog label.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color, such as `#4f46e5`. Default gray.' }),
  }),
})

const UpdateChangelogLabelInput = builder.inputType('UpdateChangelogLabelInput', {
  description: 'Changes to a changelog label. Omitted fields are unchanged.',
  fields: (t) => ({
    name: t.string({ description: 'Name, unique in the organization ignoring case.' }),
    color: t.string({ description: 'Hex color, such as `#4f46e5`.' }),
  }),
})

builder.mutationFields((t) => ({
  createChangelogLabel: t.field({
    type: ChangelogLabelRef,
    access: { require: 'member', scope: 'changelog:write' },
    description: 'Creates a changelog label.',
    args: { input: t.arg({ type: CreateChangelogLabelInput, required: true, description: 'The label.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      return createChangelogLabel(context.db, context.organizationId, input)
    },
  }),

  updateChangelogLabel: t.field({
    type: ChangelogLabelRef,
    access: { require: 'member', scope: 'changelog:write' },
    description: 'Updates a changelog label.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the label.' }),
      input: t.arg({ type: UpdateChangelogLabelInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, context) => {
      actorOf(context)
      return updateChangelogLabel(context.db, context.organizationId, parseObjectId('Label', id), input)
    },
  }),

  deleteChangelogLabel: t.field({
    type: DeletedRef,
    access: { require: 'member', scope: 'changelog:write' },
    description: 'Deletes a changelog label and removes it from its entries.',
    args: { id: t.arg.id({ required: true, description: 'Id of the label.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const id = parseObjectId('Label', args.id)
      await deleteChangelogLabel(context.db, context.organizationId, id)
      return { id }
    },
  }),
}))
