import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId, referenceId, referenceIds } from '../../graphql/ids.ts'
import { createChangelog } from './create-changelog.ts'
import { deleteChangelog } from './delete-changelog.ts'
import { CreateChangelogInput, TranslateChangelogInput, UpdateChangelogInput } from './inputs.ts'
import { publishChangelog } from './publish-changelog.ts'
import { ChangelogRef } from './type.ts'
import { updateChangelog } from './update-changelog.ts'
import { visibleChangelog } from './visible-changelog.ts'

builder.mutationFields((t) => ({
  createChangelog: t.field({
    type: ChangelogRef,
    access: { require: 'member', scope: 'changelog:write' },
    description: 'Creates a changelog entry.',
    args: { input: t.arg({ type: CreateChangelogInput, required: true, description: 'The entry.' }) },
    resolve: (_root, { input }, context) => {
      const changelog = {
        ...input,
        originalId: referenceId('originalId', input.originalId),
        postIds: input.postIds && referenceIds('postIds', input.postIds),
        labelIds: input.labelIds && referenceIds('labelIds', input.labelIds),
        authorId: actorOf(context),
      }
      return inTransaction(context.db, (tx) => createChangelog(tx, context.organizationId, changelog))
    },
  }),

  updateChangelog: t.field({
    type: ChangelogRef,
    access: { require: 'member', scope: 'changelog:write' },
    description: 'Updates, schedules, publishes or unpublishes a changelog entry.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the entry.' }),
      input: t.arg({ type: UpdateChangelogInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, context) => {
      actorOf(context)
      const changelogId = parseObjectId('Changelog', id)
      const changes = {
        ...input,
        portalUrl: context.portalUrl,
        postIds: input.postIds && referenceIds('postIds', input.postIds),
        labelIds: input.labelIds && referenceIds('labelIds', input.labelIds),
      }
      return inTransaction(context.db, (tx) =>
        updateChangelog(tx, context.organizationId, changelogId, changes),
      )
    },
  }),

  deleteChangelog: t.field({
    type: DeletedRef,
    access: { require: 'member', scope: 'changelog:write' },
    description:
      'Deletes an entry in one locale. The oldest translation of a deleted original becomes the original.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const id = parseObjectId('Changelog', args.id)
      await inTransaction(context.db, (tx) => deleteChangelog(tx, context.organizationId, id))
      return { id }
    },
  }),

  publishChangelog: t.field({
    type: ChangelogRef,
    access: { require: 'member', scope: 'changelog:write' },
    description: 'Publishes an entry immediately. Idempotent.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    resolve: (_root, args, context) => {
      actorOf(context)
      const changelog = { id: parseObjectId('Changelog', args.id), portalUrl: context.portalUrl }
      return inTransaction(context.db, (tx) => publishChangelog(tx, context.organizationId, changelog))
    },
  }),

  translateChangelog: t.field({
    type: ChangelogRef,
    access: { require: 'member', scope: 'changelog:write' },
    description:
      'Creates a translation of an entry as a draft. A translation group has one entry per locale.',
    args: {
      id: t.arg.id({
        required: true,
        description: 'Id of the entry to translate, any member of its translation group.',
      }),
      input: t.arg({ type: TranslateChangelogInput, required: true, description: 'The translation.' }),
    },
    resolve: async (_root, { id, input }, context) => {
      const authorId = actorOf(context)
      const { id: originalId } = await visibleChangelog(context, id)
      return inTransaction(context.db, (tx) =>
        createChangelog(tx, context.organizationId, { ...input, originalId, authorId }),
      )
    },
  }),
}))
