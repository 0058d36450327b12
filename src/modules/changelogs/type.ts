import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { canSeePost } from '../posts/policy.ts'
import { PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { changelogState } from './changelog-state.ts'
import { ChangelogLabelRef } from './label-type.ts'
import { canSeeChangelog } from './policy.ts'

export const ChangelogStateRef = builder.enumType('ChangelogState', {
  description: 'Whether an entry is seen.',
  values: {
    draft: { value: 'draft', description: 'Seen by the team only.' },
    scheduled: {
      value: 'scheduled',
      description: 'Seen by the team only; the service publishes it on time.',
    },
    published: { value: 'published', description: 'Seen by everybody.' },
  } as const,
})

export const ChangelogRef = builder.prismaObject('Changelog', {
  description: 'An entry of the changelog in one language.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', {
      description: 'Its name in addresses, unique in the organization; kept when the title changes.',
    }),
    title: t.exposeString('title', { description: 'Title.' }),
    preview: t.exposeString('preview', {
      description: 'The first 160 characters of the text, cut at a word.',
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
      description: 'The same as Markdown.',
      resolve: (changelog, _args, { texts }) => texts.of(changelog, 'changelogs', 'descriptionMarkdown'),
    }),
    locale: t.exposeString('locale', { description: 'Its language, such as `en` or `pt-BR`.' }),
    url: t.string({
      description: 'Its page on the portal.',
      resolve: ({ slug }, _args, { portalUrl }) => `${portalUrl}/changelog/${slug}`,
    }),
    state: t.field({ type: ChangelogStateRef, description: 'Whether it is seen.', resolve: changelogState }),
    publishedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was published; null while it is not.',
      resolve: ({ publishedAt }) => publishedAt,
    }),
    scheduledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the service will publish it; null when nothing is scheduled.',
      resolve: ({ scheduledAt }) => scheduledAt,
    }),
    author: t.field({
      type: UserRef,
      description: 'Who wrote it.',
      resolve: ({ authorId }, _args, { load }) => load.user.one(authorId),
    }),
    labels: t.field({
      type: [ChangelogLabelRef],
      description: 'Its labels, by name.',
      resolve: ({ id }, _args, { load }) => load.labelsOfChangelog(id),
    }),
    posts: t.field({
      type: [PostRef],
      access: { scope: 'any' },
      description: 'The posts it tells about, in its order, as far as the caller may see them.',
      resolve: async ({ id }, _args, { load, caller }) =>
        (await load.postsOfChangelog(id)).filter((post) => canSeePost(caller, post)),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was written.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed or published.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

builder.prismaObjectFields(ChangelogRef, (t) => ({
  original: t.field({
    type: ChangelogRef,
    nullable: true,
    description: 'The entry this one translates; null for an original, and for one the caller may not see.',
    resolve: async ({ originalId }, _args, { load, caller }) => {
      const original = originalId === null ? null : await load.changelog.find(originalId)
      return original && canSeeChangelog(caller, original) ? original : null
    },
  }),
  translations: t.field({
    type: [ChangelogRef],
    description: 'The same entry in other languages, the original first, as far as the caller may see them.',
    resolve: async ({ id, originalId }, _args, { load, caller }) => {
      const translations = await load.translationsOf(originalId ?? id)
      const family = originalId === null ? null : await load.changelog.find(originalId)
      return [...(family ? [family] : []), ...translations].filter(
        (other) => other.id !== id && canSeeChangelog(caller, other),
      )
    },
  }),
}))

export const ChangelogConnectionRef = connectionType('Changelog', ChangelogRef)
