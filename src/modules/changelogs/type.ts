import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { canSeePost } from '../posts/policy.ts'
import { PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { changelogState } from './changelog-state.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { canSeeChangelog } from './policy.ts'
import { changelogLoaders } from './loaders.ts'
import { userLoaders } from '../users/loaders.ts'

const ChangelogStateRef = builder.enumType('ChangelogState', {
  description: 'Publication state of a changelog entry.',
  values: {
    draft: { value: 'draft', description: 'Draft, visible to the team only.' },
    scheduled: {
      value: 'scheduled',
      description: 'Scheduled for publication, visible to the team only.',
    },
    published: { value: 'published', description: 'Published, visible to everyone.' },
  } as const,
})

export const ChangelogRef = builder.prismaObject('Changelog', {
  description: 'A changelog entry in one locale.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', {
      description: 'URL slug, unique in the organization. A change of title keeps it.',
    }),
    title: t.exposeString('title', { description: 'Title.' }),
    preview: t.exposeString('preview', {
      description: 'First 160 characters of the text, cut at a word boundary.',
    }),
    description: t.string({
      description: 'Plain text.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'description'),
    }),
    descriptionHtml: t.string({
      description: 'Sanitized HTML.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'descriptionHtml'),
    }),
    descriptionMarkdown: t.string({
      description: 'Markdown.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'descriptionMarkdown'),
    }),
    locale: t.exposeString('locale', { description: 'Locale, such as `en` or `pt-BR`.' }),
    url: t.string({
      description: 'URL of the entry on the portal.',
      resolve: ({ slug }, _args, { portalUrl }) => `${portalUrl}/changelog/${slug}`,
    }),
    state: t.field({ type: ChangelogStateRef, description: 'Publication state.', resolve: changelogState }),
    publishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of publication. Null unless published.',
      resolve: ({ publishedAt }) => publishedAt,
    }),
    scheduledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Scheduled time of publication. Null unless scheduled.',
      resolve: ({ scheduledAt }) => scheduledAt,
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
      description: 'Referenced posts that the caller may see, in order.',
      resolve: async ({ id }, _args, context) =>
        (await changelogLoaders(context).posts(id)).filter((post) => canSeePost(context.caller, post)),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change or publication.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

builder.prismaObjectFields(ChangelogRef, (t) => ({
  original: t.field({
    type: ChangelogRef,
    nullable: true,
    description: 'Entry that this one translates. Null for an original, or if not visible to the caller.',
    resolve: async ({ originalId }, _args, context) => {
      const original = originalId === null ? null : await changelogLoaders(context).byId.find(originalId)
      return original && canSeeChangelog(context.caller, original) ? original : null
    },
  }),
  translations: t.field({
    type: [ChangelogRef],
    description: 'Other entries of the translation group that the caller may see, the original first.',
    resolve: async ({ id, originalId }, _args, context) => {
      const translations = await changelogLoaders(context).translations(originalId ?? id)
      const family = originalId === null ? null : await changelogLoaders(context).byId.find(originalId)
      return [...(family ? [family] : []), ...translations].filter(
        (other) => other.id !== id && canSeeChangelog(context.caller, other),
      )
    },
  }),
}))

export const ChangelogConnectionRef = connectionType('Changelog', ChangelogRef)
