import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { PostRef } from '../posts/type.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { findUser } from '../users/find-user.ts'
import { subscribe, unsubscribe } from './subscribe.ts'
import { PostSubscriberRef } from './type.ts'

builder.mutationFields((t) => ({
  subscribeToPost: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'posts:write' },
    description: 'Subscribes the caller to a post.',
    args: { id: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: async (_root, { id }, context) => {
      const userId = actorOf(context)
      const post = await visiblePost(context, id)
      await inTransaction(context.db, (tx) =>
        subscribe(tx, context.organizationId, { postId: post.id, userId }),
      )
      return post
    },
  }),

  unsubscribeFromPost: t.field({
    type: PostRef,
    access: { require: 'organization', scope: 'posts:write' },
    description: 'Unsubscribes the caller from a post.',
    args: { id: t.arg.id({ required: true, description: 'Id of the post.' }) },
    resolve: async (_root, { id }, context) => {
      const userId = actorOf(context)
      const post = await visiblePost(context, id)
      await inTransaction(context.db, (tx) =>
        unsubscribe(tx, context.organizationId, { postId: post.id, userId }),
      )
      return post
    },
  }),

  addPostSubscriber: t.field({
    type: PostSubscriberRef,
    access: { require: 'team', scope: 'posts:write' },
    description: 'Subscribes a person to a post. Idempotent.',
    args: {
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      email: t.arg.string({
        required: true,
        description: 'E-mail of the subscriber. An unknown e-mail creates a customer.',
      }),
      name: t.arg.string({
        description: 'Display name of a new person. Ignored for a known e-mail.',
      }),
    },
    resolve: async (_root, { postId, ...person }, context) => {
      const { db, organizationId } = context
      actorOf(context)
      const post = await visiblePost(context, postId)
      return inTransaction(db, async (tx) => {
        const userId = await findOrCreateUser(tx, organizationId, person)
        return subscribe(tx, organizationId, { postId: post.id, userId })
      })
    },
  }),

  removePostSubscriber: t.field({
    type: PostRef,
    access: { require: 'team', scope: 'posts:write' },
    description: 'Unsubscribes a person from a post. Idempotent.',
    args: {
      postId: t.arg.id({ required: true, description: 'Id of the post.' }),
      email: t.arg.string({ required: true, description: 'E-mail of the subscriber.' }),
    },
    resolve: async (_root, { postId, email }, context) => {
      const { db, organizationId } = context
      actorOf(context)
      const post = await visiblePost(context, postId)
      const userId = await findUser(db, organizationId, email)
      if (userId !== null)
        await inTransaction(db, (tx) => unsubscribe(tx, organizationId, { postId: post.id, userId }))
      return post
    },
  }),
}))
