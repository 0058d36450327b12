import { hasTeamView, viewerOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import {
  DATABASE_ID,
  nodeFinder,
  nodeIdField,
  NodeRef,
  pairFinder,
  pairIdField,
} from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { includePrivateArg } from '../posts/listed-posts-type.ts'
import { PostRef } from '../posts/type.ts'
import { isVisiblePost } from '../posts/visible-post.ts'
import { UserRef } from '../users/type.ts'
import { roadmapFields } from './shared-type.ts'
import type { RoadmapPostRow } from './list-roadmap-posts.ts'
import { postLoaders } from '../posts/loaders.ts'
import { roadmapLoaders } from './loaders.ts'
import { userLoaders } from '../users/loaders.ts'
import { visibleRoadmap } from './visible-roadmap.ts'

export const RoadmapPostRef = builder.objectRef<RoadmapPostRow>('RoadmapPost').implement({
  description: 'A post on a roadmap, with its position and scoring inputs.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(pairIdField('RoadmapPost', ({ roadmapId, postId }) => [roadmapId, postId])),
    post: t.field({
      type: PostRef,
      access: { scope: 'any' },
      description: 'The post.',
      resolve: ({ postId }, _args, context) => postLoaders(context).byId.one(postId),
    }),
    position: t.exposeInt('position', { description: 'Position on the roadmap, ascending.' }),
    reach: t.exposeFloat('reach', {
      nullable: true,
      description: 'Reach, the number of people it affects. Null if it is not estimated.',
    }),
    impact: t.exposeFloat('impact', {
      nullable: true,
      description: 'Impact on each of them. Null if it is not estimated.',
    }),
    confidence: t.exposeFloat('confidence', {
      nullable: true,
      description:
        'Confidence of the team in these estimates, in RICE a percentage or a share up to 1. Null if it is not estimated.',
    }),
    effort: t.exposeFloat('effort', {
      nullable: true,
      description: 'Effort of completing it. Null if it is not estimated.',
    }),
    ease: t.exposeFloat('ease', {
      nullable: true,
      description: 'Ease of completing it. Null if it is not estimated.',
    }),
    plannedFor: t.expose('plannedFor', {
      type: 'Date',
      nullable: true,
      description: 'Day for which the team plans it. Null if it has not been planned.',
    }),
  }),
})

pairFinder('RoadmapPost', async (context, [roadmapId, postId]) => {
  const roadmap = await nullIfNotFound(visibleRoadmap(context, roadmapId))
  if (!roadmap || !(await isVisiblePost(context, postId))) return null
  return roadmapLoaders(context).postByPair.find([roadmapId, postId])
})

const RoadmapPostConnectionRef = connectionType('RoadmapPost', RoadmapPostRef)

export const RoadmapRef = builder.prismaObject('Roadmap', {
  description: 'A roadmap, which groups posts.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Roadmap')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', {
      description: 'URL slug, unique in the organization. A change of title keeps it.',
    }),
    score: t.float({
      nullable: true,
      description:
        'Score by `scoreType`, outside the team from public posts only. Null if there is nothing to score.',
      resolve: async ({ id }, _args, context) => (await measureOf(id, context)).score,
    }),
    percentage: t.float({
      description:
        'Share of its posts whose status is of kind `completed`, 0 to 100. Outside the team, only public posts count.',
      resolve: async ({ id }, _args, context) => (await measureOf(id, context)).percentage,
    }),
    owner: t.field({
      type: UserRef,
      access: { publicFields: ['labels'] },
      description: 'Person who created the roadmap.',
      resolve: ({ ownerId }, _args, context) => userLoaders(context).byId.one(ownerId),
    }),
    posts: t.field({
      type: RoadmapPostConnectionRef,
      description:
        'Posts on the roadmap that the caller may see, in order. Hidden and merged posts are excluded.',
      args: { ...pageArgs, ...includePrivateArg(t) },
      resolve: async ({ id }, { includePrivate, ...page }, context) => {
        const viewer = viewerOf(context.caller)
        return (await roadmapLoaders(context).posts({ page, viewer, includePrivate }).one(id)).page
      },
    }),
  }),
})

builder.objectFields(RoadmapRef, roadmapFields)

function measureOf(id: number, context: Context) {
  return roadmapLoaders(context)
    .measure({ publicOnly: !hasTeamView(context.caller) })
    .one(id)
}

nodeFinder('Roadmap', (context, id) => nullIfNotFound(visibleRoadmap(context, id)))

export const RoadmapConnectionRef = connectionType('Roadmap', RoadmapRef)
