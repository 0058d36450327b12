import { hasTeamView, readerIdOf } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { NodeRef, pairFinder, pairIdField } from '../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../graphql/schema/page.ts'
import { PERSONAL_FIELD } from '../../graphql/schema/personal-field.ts'
import { postLoaders } from '../posts/loaders.ts'
import { PostRef } from '../posts/type.ts'
import { isVisiblePost } from '../posts/visible-post.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'
import { subscriberLoaders } from './loaders.ts'

export const PostSubscriberRef = builder.prismaObject('PostSubscriber', {
  description: 'A subscriber of a post.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(pairIdField('PostSubscriber', ({ postId, userId }) => [postId, userId])),
    post: t.field({
      type: PostRef,
      description: 'The post.',
      resolve: ({ postId }, _args, context) => postLoaders(context).byId.one(postId),
    }),
    user: t.field({
      type: UserRef,
      access: { publicFields: ['email'] },
      description: 'The person.',
      resolve: (subscriber, _args, context) => userLoaders(context).byId.one(subscriber.userId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the subscription.' }),
  }),
})

pairFinder('PostSubscriber', async (context, [postId, userId]) => {
  const { caller } = context
  if (!hasTeamView(caller) && readerIdOf(caller) !== userId) return null
  return (await isVisiblePost(context, postId))
    ? subscriberLoaders(context).byPair.find([postId, userId])
    : null
})

const PostSubscriberConnectionRef = connectionType('PostSubscriber', PostSubscriberRef)

builder.prismaObjectFields(PostRef, (t) => ({
  viewerSubscribed: t.boolean({
    ...PERSONAL_FIELD,
    description: 'Whether the caller subscribes to the post.',
    resolve: async ({ id }, _args, context) => (await subscriberLoaders(context).ofCaller(id)).length > 0,
  }),

  subscribers: t.field({
    type: PostSubscriberConnectionRef,
    nullable: true,
    description: 'Subscribers of the post, ordered by id of the person. Null outside the team.',
    args: pageArgs,
    resolve: async ({ id }, { first, after, last, before, offset }, context) => {
      if (!hasTeamView(context.caller)) return null
      const page = { first, after, last, before, offset }
      return (await subscriberLoaders(context).ofPost(page).one(id)).page
    },
  }),
}))
