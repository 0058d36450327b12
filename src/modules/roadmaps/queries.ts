import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { orderType, pageArgs } from '../../graphql/schema/page.ts'
import { RoadmapStatusRef } from './enums.ts'
import { listRoadmaps } from './list-roadmaps.ts'
import { RoadmapConnectionRef, RoadmapRef } from './type.ts'
import { visibleRoadmap } from './visible-roadmap.ts'

const RoadmapBy = lookupType('Roadmap', (t) => ({ slug: t.string({ description: 'URL slug.' }) }))

const RoadmapFilterRef = builder.inputType('RoadmapFilter', {
  description: 'Filter of a list of roadmaps. Omitted fields do not restrict it.',
  fields: (t) => ({
    archived: t.boolean({ description: 'True for archived roadmaps only, false for others only.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'Only roadmaps with this progress.' }),
  }),
})

const RoadmapOrder = orderType('Roadmap', {
  CREATED_AT: { value: 'createdAt', description: 'Creation time.' },
  TITLE: { value: 'title', description: 'Title in alphabetical order.' },
})

builder.queryFields((t) => ({
  roadmaps: t.field({
    type: RoadmapConnectionRef,
    access: { require: 'organization', scope: 'roadmap:read', visitor: 'public' },
    description: "The organization's roadmaps. Outside the team, only public ones are returned.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: RoadmapFilterRef, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: RoadmapOrder, description: 'Order. Default newest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId, caller }) =>
      listRoadmaps(db, organizationId, {
        filter: filter ?? {},
        order: orderBy ?? undefined,
        publicOnly: !hasTeamView(caller),
        page,
      }),
  }),

  roadmap: t.field({
    type: RoadmapRef,
    nullable: true,
    access: { require: 'organization', scope: 'roadmap:read', visitor: 'public' },
    description: 'One roadmap, or null if there is none that the caller may see.',
    args: { by: t.arg({ type: RoadmapBy, required: true, description: 'Key of the roadmap.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleRoadmap(context, lookupId('Roadmap', by) ?? { slug: by.slug ?? '' })),
  }),
}))
