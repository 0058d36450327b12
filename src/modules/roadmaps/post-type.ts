import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { PostRef } from '../posts/type.ts'
import { roadmapLoaders } from './loaders.ts'
import { RoadmapConnectionRef } from './type.ts'

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
