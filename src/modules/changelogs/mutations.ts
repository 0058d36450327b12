import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf, databaseIdsOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { createChangelog } from './create-changelog.ts'
import { deleteChangelog } from './delete-changelog.ts'
import { LocaleRef } from './enums.ts'
import { ChangelogRef, translationsOf } from './type.ts'
import { updateChangelog } from './update-changelog.ts'

const access = { require: 'member', scope: 'changelog:write' } as const
const payload = { changelog: { type: ChangelogRef, description: 'The entry.' } }

/** Parses the ids of related objects in an input. Undefined and null are unchanged. */
const relatedIds = ({
  postIds,
  labelIds,
}: {
  postIds?: string[] | null | undefined
  labelIds?: string[] | null | undefined
}) => ({
  postIds: postIds && databaseIdsOf('Post', 'postIds', postIds),
  labelIds: labelIds && databaseIdsOf('ChangelogLabel', 'labelIds', labelIds),
})

mutation('createChangelog', {
  access,
  description: 'Creates a changelog entry. It is a draft unless it is published or scheduled.',
  input: (t) => ({
    title: t.string({ required: true, description: 'Title. The slug is derived from it.' }),
    description: t.string({ description: 'Plain text or HTML.' }),
    published: t.boolean({
      description: 'True publishes it immediately. Cannot be combined with `scheduledAt`.',
    }),
    scheduledAt: t.field({ type: 'DateTime', description: 'Future time of publication.' }),
    locale: t.field({
      type: LocaleRef,
      description:
        'Locale. Required in a multilingual changelog, otherwise by default that of the organization.',
    }),
    originalId: t.id(
      nodeIdInput('Changelog', {
        description:
          'Id of the entry that this one translates, any member of its translation group. A group has one entry per locale.',
      }),
    ),
    postIds: t.idList(
      nodeIdInput('Post', { description: 'Ids of the referenced posts, in this order. At most 500.' }),
    ),
    labelIds: t.idList(nodeIdInput('ChangelogLabel', { description: 'Ids of the labels.' })),
    notify: t.boolean({
      description: 'Whether subscribers of the changelog are notified of the publication. Default true.',
    }),
  }),
  payload,
  resolve: async (input, context) => {
    const { db, organizationId } = context
    const entry = {
      ...input,
      authorId: actorOf(context),
      actor: toActor(context.caller),
      originalId: databaseIdOf('Changelog', 'originalId', input.originalId),
      ...relatedIds(input),
    }
    return { changelog: await inTransaction(db, (tx) => createChangelog(tx, organizationId, entry)) }
  },
})

mutation('updateChangelog', {
  access,
  description:
    'Updates, schedules, publishes or unpublishes a changelog entry. Omitted fields are unchanged.',
  input: (t) => ({
    id: t.id(nodeIdInput('Changelog', { required: true, description: 'Id of the entry.' })),
    title: t.string({ description: 'Title. The slug is unchanged.' }),
    description: t.string({ description: 'Plain text or HTML. Null clears it.' }),
    published: t.boolean({ description: 'True publishes it immediately, false makes it a draft.' }),
    scheduledAt: t.field({
      type: 'DateTime',
      description:
        'Future time of publication, which also requires `published: false` for a published entry. Null cancels the schedule.',
    }),
    locale: t.field({ type: LocaleRef, description: 'Locale, unique in the translation group.' }),
    postIds: t.idList(
      nodeIdInput('Post', {
        description: 'Ids of the referenced posts, in this order, replacing the current ones. At most 500.',
      }),
    ),
    labelIds: t.idList(
      nodeIdInput('ChangelogLabel', { description: 'Ids of the labels, replacing the current ones.' }),
    ),
    notify: t.boolean({ description: 'Whether subscribers are notified of the publication.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload,
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId, portalUrl } = context
    const id = databaseIdOf('Changelog', 'id', input.id)
    const given = assertChanges(context, input, [
      'title',
      'published',
      'locale',
      'postIds',
      'labelIds',
      'notify',
    ])
    const changes = { ...given, ...relatedIds(given), portalUrl, actor: toActor(context.caller) }
    return { changelog: await inTransaction(db, (tx) => updateChangelog(tx, organizationId, id, changes)) }
  },
})

mutation('deleteChangelog', {
  access,
  description:
    'Deletes an entry in one locale. The oldest translation of a deleted original becomes the original.',
  input: (t) => ({
    id: t.id(nodeIdInput('Changelog', { required: true, description: 'Id of the entry.' })),
  }),
  payload: {
    deletedChangelogId: { type: 'ID', description: 'Id of the deleted entry.' },
    translations: {
      type: [ChangelogRef],
      description: 'Other entries of its translation group, the original first.',
    },
  },
  resolve: async ({ id }, context) => {
    actorOf(context)
    const { db, organizationId } = context
    const changelogId = databaseIdOf('Changelog', 'id', id)
    const originalId = await inTransaction(db, (tx) =>
      deleteChangelog(tx, organizationId, changelogId, toActor(context.caller)),
    )
    return {
      deletedChangelogId: id,
      translations: await translationsOf({ id: changelogId, originalId }, context),
    }
  },
})
