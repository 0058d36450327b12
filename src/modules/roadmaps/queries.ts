import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { RoadmapStatusRef } from './enums.ts'
import { listRoadmaps } from './list-roadmaps.ts'
import { RoadmapConnectionRef, RoadmapRef } from './type.ts'
import { visibleRoadmap } from './visible-roadmap.ts'

const RoadmapFilterRef = builder.inputType('RoadmapFilter', {
  description: 'Filter of a list of roadmaps. Omitted fields do not restrict it.',
  fields: (t) => ({
    archived: t.boolean({ description: 'True for archived roadmaps only, false for others only.' }),
    status: t.field({ type: RoadmapStatusRef, description: 'Only roadmaps with this progress.' }),
  }),
})

builder.queryFields((t) => ({
  roadmaps: t.field({
    type: RoadmapConnectionRef,
    access: { require: 'organization', scope: 'roadmap:read' },
    description:
      "The organization's roadmaps, newest first. Outside the team, only public ones are returned.",
    args: { ...pageArgs, filter: t.arg({ type: RoadmapFilterRef, description: 'Filter of the list.' }) },
    resolve: (_root, { filter, ...page }, { db, organizationId, caller }) =>
      listRoadmaps(db, organizationId, { filter: filter ?? {}, publicOnly: !hasTeamView(caller), page }),
  }),

  roadmap: t.field({
    type: RoadmapRef,
    access: { require: 'organization', scope: 'roadmap:read' },
    description: 'The roadmap with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the roadmap.' }) },
    resolve: (_root, { id }, context) => visibleRoadmap(context, id),
  }),
}))
