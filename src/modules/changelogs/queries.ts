import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { databaseIdsOf } from '../../graphql/schema/node/ids.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { orderType, pageArgs } from '../../graphql/schema/page.ts'
import { invalidParam } from '../../lib/errors.ts'
import { RELEVANCE, searchDescription } from '../search/descriptions.ts'
import { ChangelogStateRef, LocaleRef } from './enums.ts'
import { ChangelogLabelConnectionRef, ChangelogLabelRef } from './label-type.ts'
import { listChangelogLabels } from './list-changelog-labels.ts'
import { listChangelogs } from './list-changelogs.ts'
import { ChangelogConnectionRef, ChangelogRef } from './type.ts'
import { findByOldPath } from '../posts/old-addresses/find-by-old-path.ts'
import { visibleChangelog } from './visible-changelog.ts'
import { visibleChangelogLabel } from './visible-changelog-label.ts'
import { ChangelogBy } from './changelog-by-type.ts'

const ChangelogLabelBy = lookupType('ChangelogLabel')

const ChangelogFilter = builder.inputType('ChangelogFilter', {
  description: 'Filter of a list of entries. Omitted fields do not restrict it.',
  fields: (t) => ({
    state: t.field({ type: ChangelogStateRef, description: 'Only entries in this state.' }),
    locale: t.field({ type: LocaleRef, description: 'Only entries in this locale.' }),
    publishedFrom: t.field({
      type: 'DateTime',
      description: 'Only entries published at or after this time.',
    }),
    publishedTo: t.field({ type: 'DateTime', description: 'Only entries published before this time.' }),
    labelIds: t.idList(
      nodeIdInput('ChangelogLabel', { description: 'Only entries with any of these labels. At most 500.' }),
    ),
    search: t.string({
      description: searchDescription('Only entries with these words in the title or the description'),
    }),
  }),
})

const ChangelogOrder = orderType('Changelog', {
  RELEVANCE,
  CREATED_AT: { value: 'createdAt', description: 'Creation time.' },
  UPDATED_AT: { value: 'updatedAt', description: 'Time of the last change or publication.' },
  TITLE: { value: 'title', description: 'Title in alphabetical order.' },
})

/** Maximum number of labels in a filter. */
const MAX_LABELS = 500

function labelIdsOf(ids: readonly string[]): number[] {
  const field = 'filter.labelIds'
  if (ids.length > MAX_LABELS) throw invalidParam(field, `must contain at most ${MAX_LABELS} ids`)
  return databaseIdsOf('ChangelogLabel', field, ids)
}

builder.queryFields((t) => ({
  changelogs: t.field({
    type: ChangelogConnectionRef,
    access: { require: 'organization', scope: 'changelog:read', visitor: 'public' },
    description: "The organization's changelog. Outside the team, only published entries are returned.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: ChangelogFilter, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: ChangelogOrder, description: 'Order. Default newest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId, caller }) => {
      const { state, locale, publishedFrom, publishedTo, labelIds, search } = filter ?? {}
      return listChangelogs(db, organizationId, {
        filter: {
          state,
          locale,
          publishedFrom,
          publishedTo,
          search,
          labelIds: labelIds && labelIdsOf(labelIds),
        },
        orderBy,
        publishedOnly: !hasTeamView(caller),
        page,
      })
    },
  }),

  changelog: t.field({
    type: ChangelogRef,
    nullable: true,
    access: { require: 'organization', scope: 'changelog:read', visitor: 'public' },
    description: 'One changelog entry, or null if there is none. Outside the team, it must be published.',
    args: { by: t.arg({ type: ChangelogBy, required: true, description: 'Key of the entry.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleChangelog(context, lookupId('Changelog', by) ?? { slug: by.slug ?? '' })),
  }),

  importedChangelog: t.field({
    type: ChangelogRef,
    nullable: true,
    access: { require: 'organization', scope: 'changelog:read', visitor: 'public' },
    description: 'The changelog entry that had a path at the source of an import. Null if there is none.',
    args: { path: t.arg.string({ required: true, description: 'Path at the source, percent-decoded.' }) },
    resolve: async (_root, { path }, context) => {
      const found = await findByOldPath(context.db, context.organizationId, path)
      return found?.kind === 'changelog' ? nullIfNotFound(visibleChangelog(context, found.localId)) : null
    },
  }),

  changelogLabel: t.field({
    type: ChangelogLabelRef,
    nullable: true,
    access: { require: 'organization', scope: 'changelog:read' },
    description: 'One changelog label, or null if there is none.',
    args: { by: t.arg({ type: ChangelogLabelBy, required: true, description: 'Key of the label.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleChangelogLabel(context, lookupId('ChangelogLabel', by) ?? 0)),
  }),

  changelogLabels: t.field({
    type: ChangelogLabelConnectionRef,
    access: { require: 'organization', scope: 'changelog:read', visitor: 'public' },
    description: "The organization's changelog labels, sorted by name.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listChangelogLabels(db, organizationId, page),
  }),
}))
