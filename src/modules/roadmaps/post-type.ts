import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { PostRef } from '../posts/type.ts'
import { roadmapLoaders } from './loaders.ts'
import { RoadmapConnectionRef, RoadmapPostRef, RoadmapRef } from './type.ts'

builder.prismaObjectFields(PostRef, (t) => ({
  roadmaps: t.field({
    type: RoadmapConnectionRef,
    description:
      'Roadmaps that contain the post, newest first. Outside the team, only public ones are returned.',
    args: pageArgs,
    resolve: async ({ id }, { first, after, last, before, offset }, context) => {
      const page = { first, after, last, before, offset }
      const publicOnly = !hasTeamView(context.caller)
      return (await roadmapLoaders(context).ofPost({ page, publicOnly }).one(id)).page
    },
  }),
}))

builder.objectField(RoadmapPostRef, 'roadmap', (t) =>
  t.field({
    type: RoadmapRef,
    description: 'Roadmap that contains the post.',
    resolve: ({ roadmapId }, _args, context) => roadmapLoaders(context).byId.one(roadmapId),
  }),
)
