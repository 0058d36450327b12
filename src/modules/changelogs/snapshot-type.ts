import type { Changelog } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { includePrivateArg } from '../posts/listed-posts-type.ts'
import { PostRef } from '../posts/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { changelogFields } from './shared-type.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { changelogLoaders } from './loaders.ts'
import { ChangelogRef, translationsOf, listedPostsOf } from './type.ts'

export const ChangelogSnapshotRef = builder.objectRef<Changelog>('ChangelogSnapshot').implement({
  description:
    'A changelog entry right after the change of an event, with related objects as they are now. It has no `id`, so that no cache takes it for the entry.',
  fields: (t) => ({
    changelogId: t.id({ description: 'Id of the entry.', resolve: ({ id }) => toNodeId('Changelog', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    ...changelogFields(t),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    preview: t.exposeString('preview', { description: 'First 160 characters of the text.' }),
    author: t.field({
      type: UserRef,
      description: 'Author of the entry, as they are now.',
      resolve: ({ authorId }, _args, context) => userLoaders(context).byId.one(authorId),
    }),
    labels: t.field({
      type: [ChangelogLabelRef],
      description: 'Current labels, sorted by name.',
      resolve: ({ id }, _args, context) => changelogLoaders(context).labels(id),
    }),
    posts: t.field({
      type: [PostRef],
      access: { scope: 'any' },
      description: 'Posts that it refers to now and that the caller may see, in order.',
      args: includePrivateArg(t),
      resolve: (changelog, args, context) => listedPostsOf(changelog, args, context),
    }),
    translations: t.field({
      type: [ChangelogRef],
      description: 'Other entries of its translation group now that the caller may see, the original first.',
      resolve: (changelog, _args, context) => translationsOf(changelog, context),
    }),
  }),
})
