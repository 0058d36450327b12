import type { Changelog } from '../../db/rows.ts'
import type { Types } from '../../graphql/builder.ts'
import { changelogState } from './changelog-state.ts'
import { ChangelogStateRef, LocaleRef } from './enums.ts'
import type { Locale } from './locales.ts'

/** Fields that an entry and its snapshot have in common. */
export const changelogFields = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, Changelog>) => ({
  title: t.exposeString('title', { description: 'Title in plain text.' }),
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
  notify: t.exposeBoolean('notify', {
    description: 'Whether subscribers of the changelog are notified of the publication.',
  }),
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
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  updatedAt: t.expose('updatedAt', {
    type: 'DateTime',
    description: 'Time of the last change or publication.',
  }),
})
