import { hasTeamView } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { connectionType, pageArgs } from '../../graphql/page.ts'
import { PostRef } from '../posts/type.ts'
import { UserRef } from '../users/type.ts'
import { KanbanViewGroupRef, RoadmapModeRef, RoadmapStatusRef, ScoreTypeRef } from './enums.ts'
import type { RoadmapPostRow } from './list-roadmap-posts.ts'

const RoadmapIconRef = builder.objectRef<{ type: string; value: string }>('RoadmapIcon').implement({
  description: 'The picture beside a title.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Its kind, such as `emoji`.' }),
    value: t.exposeString('value', { description: 'The picture itself.' }),
  }),
})

const RoadmapPostRef = builder.objectRef<RoadmapPostRow>('RoadmapPost').implement({
  description: "A post's place on a roadmap, with the inputs of its score.",
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      access: { scope: 'any' },
      description: 'The post.',
      resolve: ({ postId }, _args, { load }) => load.post.one(postId),
    }),
    position: t.exposeInt('position', { description: 'Its place: lower ones come first.' }),
    reach: t.exposeFloat('reach', { nullable: true, description: 'How many it reaches.' }),
    impact: t.exposeFloat('impact', { nullable: true, description: 'What it does for each of them.' }),
    confidence: t.exposeFloat('confidence', { nullable: true, description: 'How sure the team is of that.' }),
    effort: t.exposeFloat('effort', { nullable: true, description: 'What it costs.' }),
    ease: t.exposeFloat('ease', { nullable: true, description: 'How easily it is done.' }),
  }),
})

const RoadmapPostConnectionRef = connectionType('RoadmapPost', RoadmapPostRef)

export const RoadmapRef = builder.prismaObject('Roadmap', {
  description: 'A plan that groups posts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', {
      description: 'Its name in addresses, unique in the organization; kept when the title changes.',
    }),
    title: t.exposeString('title', { description: 'Title.' }),
    description: t.exposeString('description', { description: 'What it is about, as plain text.' }),
    isPublic: t.exposeBoolean('isPublic', { description: 'Whether people outside the team see it.' }),
    archived: t.exposeBoolean('archived', { description: 'Whether it was put aside.' }),
    status: t.field({
      type: RoadmapStatusRef,
      description: 'How far it is.',
      resolve: ({ status }) => status,
    }),
    icon: t.field({
      type: RoadmapIconRef,
      description: 'The picture beside its title.',
      resolve: ({ iconType, iconValue }) => ({ type: iconType, value: iconValue }),
    }),
    mode: t.field({ type: RoadmapModeRef, description: 'How it is shown.', resolve: ({ mode }) => mode }),
    scoreType: t.field({
      type: ScoreTypeRef,
      description: 'What its score is made of.',
      resolve: ({ scoreType }) => scoreType,
    }),
    score: t.float({
      nullable: true,
      description:
        'Its score by `scoreType`; null when there is nothing to score. Outside the team of its public posts.',
      resolve: async ({ id }, _args, context) => (await measureOf(id, context)).score,
    }),
    percentage: t.float({
      description:
        'Share of its posts whose status is of kind `completed`, 0 to 100. Outside the team of its public posts.',
      resolve: async ({ id }, _args, context) => (await measureOf(id, context)).percentage,
    }),
    kanbanViewGroup: t.field({
      type: KanbanViewGroupRef,
      description: 'What the columns of its kanban view are.',
      resolve: ({ kanbanViewGroup }) => kanbanViewGroup,
    }),
    startDate: t.field({
      type: 'DateTime',
      description: 'When it begins.',
      resolve: ({ startDate }) => startDate,
    }),
    endDate: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null when that is open.',
      resolve: ({ endDate }) => endDate,
    }),
    owner: t.field({
      type: UserRef,
      access: { publicFields: ['labels'] },
      description: 'Who made it.',
      resolve: ({ ownerId }, _args, { load }) => load.user.one(ownerId),
    }),
    posts: t.field({
      type: RoadmapPostConnectionRef,
      description:
        'The posts on it that the caller may see, hidden and merged ones left out, in their order.',
      args: pageArgs,
      resolve: async ({ id }, page, { load, caller }) => {
        const viewer = { seesAll: hasTeamView(caller), actorId: caller.actorId }
        return (await load.roadmapPosts({ page, viewer }).one(id)).page
      },
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed; its posts do not count.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

function measureOf(id: number, { caller, load }: Context) {
  return load.roadmapMeasure({ publicOnly: !hasTeamView(caller) }).one(id)
}

export const RoadmapConnectionRef = connectionType('Roadmap', RoadmapRef)
