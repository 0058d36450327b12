import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { filterIds, parseObjectId } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { notFound } from '../../lib/errors.ts'
import { ChangelogLabelConnectionRef, ChangelogLabelRef } from './label-type.ts'
import { listChangelogLabels } from './list-changelog-labels.ts'
import { listChangelogs } from './list-changelogs.ts'
import { canSeeChangelog } from './policy.ts'
import { ChangelogConnectionRef, ChangelogRef } from './type.ts'

const ChangelogStatusFilterRef = builder.enumType('ChangelogStatusFilter', {
  description: 'Which states of entries a list holds.',
  values: {
    draft: { value: 'draft', description: 'Drafts.' },
    scheduled: { value: 'scheduled', description: 'Entries that the service will publish.' },
    published: { value: 'published', description: 'Published entries.' },
    all: { value: 'all', description: 'Every entry.' },
  } as const,
})

const ChangelogFilterRef = builder.inputType('ChangelogFilter', {
  description: 'Which entries a list holds. Whatever it says, people outside the team see published ones.',
  fields: (t) => ({
    status: t.field({
      type: ChangelogStatusFilterRef,
      description: 'Entries in this state; by default all.',
    }),
    locale: t.string({ description: 'Entries in this language.' }),
    labelIds: t.idList({ description: 'Entries with any of these labels.' }),
  }),
})

builder.queryFields((t) => ({
  changelogs: t.field({
    type: ChangelogConnectionRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description:
      "The organization's changelog, newest first: all of it to the team, the published to others.",
    args: { ...pageArgs, filter: t.arg({ type: ChangelogFilterRef, description: 'Narrows the list.' }) },
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
    description: 'One entry; people outside the team see published ones.',
    args: { id: t.arg.id({ required: true, description: 'Id of the entry.' }) },
    resolve: async (_root, args, { caller, load }) => {
      const changelog = await load.changelog.find(parseObjectId('Changelog', args.id))
      if (!changelog || !canSeeChangelog(caller, changelog)) throw notFound('Changelog')
      return changelog
    },
  }),

  changelogLabel: t.field({
    type: ChangelogLabelRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description: 'One label of changelog entries.',
    args: { id: t.arg.id({ required: true, description: 'Id of the label.' }) },
    resolve: async (_root, { id }, { load }) => {
      const label = await load.changelogLabel.find(parseObjectId('Label', id))
      if (!label) throw notFound('Label')
      return label
    },
  }),

  changelogLabels: t.field({
    type: ChangelogLabelConnectionRef,
    access: { require: 'organization', scope: 'changelog:read' },
    description: "The labels of the organization's changelog, by name.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listChangelogLabels(db, organizationId, page),
  }),
}))
