import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'

export const PostSubscriberRef = builder.prismaObject('PostSubscriber', {
  description: 'A subscriber of a post.',
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      access: { publicFields: ['email'] },
      description: 'The person.',
      resolve: (subscriber, _args, context) => userLoaders(context).byId.one(subscriber.userId),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the subscription.',
      resolve: (subscriber) => subscriber.createdAt,
    }),
  }),
})

export const PostSubscriberConnectionRef = connectionType('PostSubscriber', PostSubscriberRef)
