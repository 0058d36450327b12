import { hasTeamView, viewerOf } from '../../auth/caller.ts'
import type { Changelog, Post } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { includePrivateArg } from '../posts/listed-posts-type.ts'
import { isListedPost } from '../posts/policy.ts'
import { PostRef } from '../posts/type.ts'
import type { ListedPosts } from '../posts/visible-posts-sql.ts'
import { UserRef } from '../users/type.ts'
import { changelogFields } from './shared-type.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { canSeeChangelog } from './policy.ts'
import { previewToken } from './preview-token.ts'
import { changelogLoaders } from './loaders.ts'
import { visibleChangelog } from './visible-changelog.ts'
import { userLoaders } from '../users/loaders.ts'

export const ChangelogRef = builder.prismaObject('Changelog', {
  description: 'A changelog entry in one locale.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Changelog')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', {
      description: 'URL slug, unique in the organization. A change of title keeps it.',
    }),
    preview: t.exposeString('preview', {
      description: 'First 160 characters of the text, cut at a word boundary.',
    }),
    previewUrl: t.field({
      type: 'URL',
      nullable: true,
      access: { scope: 'changelog:write' },
      description:
        'URL of the page of the entry as it will be on the portal, for at least one hour. Null outside the team.',
      resolve: ({ organizationId, id }, _args, { caller, site, keys }) =>
        hasTeamView(caller) && caller.portal
          ? `${site.publicUrl}/@${caller.portal.slug}/preview/${previewToken(keys.previews, organizationId, id)}`
          : null,
    }),
    author: t.field({
      type: UserRef,
      description: 'Author of the entry.',
      resolve: ({ authorId }, _args, context) => userLoaders(context).byId.one(authorId),
    }),
    labels: t.field({
      type: [ChangelogLabelRef],
      description: 'Labels, sorted by name.',
      resolve: ({ id }, _args, context) => changelogLoaders(context).labels(id),
    }),
    posts: t.field({
      type: [PostRef],
      access: { scope: 'any' },
      description:
        'Referenced posts that the caller may see, in order. At most 500, which `postIds` replaces.',
      args: includePrivateArg(t),
      resolve: (changelog, args, context) => listedPostsOf(changelog, args, context),
    }),
  }),
})

builder.objectFields(ChangelogRef, changelogFields)

builder.prismaObjectFields(ChangelogRef, (t) => ({
  original: t.field({
    type: ChangelogRef,
    nullable: true,
    description: 'Entry that this one translates. Null for an original, or if not visible to the caller.',
    resolve: ({ originalId }, _args, context) =>
      originalId === null ? null : nullIfNotFound(visibleChangelog(context, originalId)),
  }),
  translations: t.field({
    type: [ChangelogRef],
    description: 'Other entries of the translation group that the caller may see, the original first.',
    resolve: (changelog, _args, context) => translationsOf(changelog, context),
  }),
}))

type Key = Pick<Changelog, 'id' | 'originalId'>

/** Returns the posts that an entry refers to and that a list for the caller contains, in order. */
export async function listedPostsOf({ id }: Key, listed: ListedPosts, context: Context): Promise<Post[]> {
  const posts = await changelogLoaders(context).posts(id)
  return posts.filter((post) => isListedPost(context.caller, post, listed))
}

/** Returns the other entries of a translation group that the caller may see, the original first. */
export async function translationsOf({ id, originalId }: Key, context: Context): Promise<Changelog[]> {
  const translations = await changelogLoaders(context).translations(originalId ?? id)
  const original = originalId === null ? null : await changelogLoaders(context).byId.find(originalId)
  return [...(original ? [original] : []), ...translations].filter(
    (other) => other.id !== id && canSeeChangelog(context.caller, other),
  )
}

nodeFinder('Changelog', (context, id) => nullIfNotFound(visibleChangelog(context, id)))

export const ChangelogConnectionRef = connectionType('Changelog', ChangelogRef)

builder.prismaObjectFields(PostRef, (t) => ({
  changelogs: t.field({
    type: ChangelogConnectionRef,
    description: 'Changelog entries that refer to this post and that the caller may see, newest first.',
    args: pageArgs,
    resolve: async ({ id }, { first, after, last, before, offset }, context) => {
      const viewer = viewerOf(context.caller)
      const request = { page: { first, after, last, before, offset }, viewer }
      return (await changelogLoaders(context).ofPosts(request).one(id)).page
    },
  }),
}))
