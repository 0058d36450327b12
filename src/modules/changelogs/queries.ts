import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { filterIds } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { ChangelogLabelConnectionRef, ChangelogLabelRef } from './label-type.ts'
import { listChangelogLabels } from './list-changelog-labels.ts'
import { listChangelogs } from './list-changelogs.ts'
import { ChangelogConnectionRef, ChangelogRef } from './type.ts'
import { visibleChangelog } from './visible-changelog.ts'
import { visibleChangelogLabel } from './visible-changelog-label.ts'

const ChangelogStatusFilterRef = builder.enumType('ChangelogStatusFilter', {
  description: 'Filter of changelog entries by state.',
  values: {
    draft: { value: 'draft', description: 'Drafts.' },
    scheduled: { value: 'scheduled', description: 'Scheduled entries.' },
    published: { value: 'published', description: 'Published entries.' },
    all: { value: 'all', description: 'All entries.' },
  } as const,
})

const ChangelogFilterRef = builder.inputType('ChangelogFilter', {
  description: 'Filter of a list of entries. Outside the team, only published entries are returned.',
  fields: (t) => ({
    status: t.field({
      type: ChangelogStatusFilterRef,
      description: 'Only entries in this state. Default `all`.',
    }),
    locale: t.string({ description: 'Only entries in this locale.' }),
    labelIds: t.idList({ description: 'Only entries with any of these labels.' }),
  }),
})

builder.queryFields((t) => ({
  changelogs: t.field({
    type: ChangelogConnectionRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description:
      "The organization's changelog, newest first. Outside the team, only published entries are returned.",
    args: { ...pageArgs, filter: t.arg({ type: ChangelogFilterRef, description: 'Filter of the list.' }) },
    resolve: (_root, { filter, ...page }, { db, organizationId, caller }) => {
      const { status, locale, labelIds } = filter ?? {}
      const state = status === 'all' ? null : status
      return listChangelogs(db, organizationId, {
        filter: { state, locale, labelIds: filterIds('labelIds', labelIds) },
        publishedOnly: !hasTeamView(caller),
        page,
      })
    },
  }),

  changelog: t.field({
    type: ChangelogRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description: 'The changelog entry with the given id. Outside the team, it must be published.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    resolve: (_root, { id }, context) => visibleChangelog(context, id),
  }),

  changelogLabel: t.field({
    type: ChangelogLabelRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description: 'The changelog label with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the label.' }) },
    resolve: (_root, { id }, context) => visibleChangelogLabel(context, id),
  }),

  changelogLabels: t.field({
    type: ChangelogLabelConnectionRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description: "The organization's changelog labels, sorted by name.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listChangelogLabels(db, organizationId, page),
  }),
}))
