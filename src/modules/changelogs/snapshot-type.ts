import type { Changelog } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { includePrivateArg } from '../posts/listed-posts-type.ts'
import { PostRef } from '../posts/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { changelogState } from './changelog-state.ts'
import { ChangelogStateRef, LocaleRef } from './enums.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { changelogLoaders } from './loaders.ts'
import type { Locale } from './locales.ts'
import { ChangelogRef, translationsOf, listedPostsOf } from './type.ts'

export const ChangelogSnapshotRef = builder.objectRef<Changelog>('ChangelogSnapshot').implement({
  description:
    'A changelog entry right after the change of an event, with related objects as they are now. It has no `id`, so that no cache takes it for the entry.',
  fields: (t) => ({
    changelogId: t.id({ description: 'Id of the entry.', resolve: ({ id }) => toNodeId('Changelog', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'URL slug.' }),
    title: t.exposeString('title', { description: 'Title in plain text.' }),
    preview: t.exposeString('preview', { description: 'First 160 characters of the text.' }),
    description: t.string({
      description: 'Plain text.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'description'),
    }),
    descriptionHtml: t.field({
      type: 'HTML',
      description: 'Sanitized HTML.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'descriptionHtml'),
    }),
    descriptionMarkdown: t.string({
      description: 'Markdown.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'descriptionMarkdown'),
    }),
    locale: t.field({
      type: LocaleRef,
      description: 'Language of the entry.',
      resolve: ({ locale }) => locale as Locale,
    }),
    url: t.field({
      type: 'URL',
      description: 'URL of the entry on the portal.',
      resolve: ({ slug }, _args, { portalUrl }) => `${portalUrl}/changelog/${slug}`,
    }),
    state: t.field({ type: ChangelogStateRef, description: 'Publication state.', resolve: changelogState }),
    publishedAt: t.expose('publishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of publication. Null unless published.',
    }),
    scheduledAt: t.expose('scheduledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Scheduled time of publication. Null unless scheduled.',
    }),
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
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the last change or publication.',
    }),
  }),
})
