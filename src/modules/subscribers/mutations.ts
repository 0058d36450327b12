import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { toPairId } from '../../graphql/schema/node/prefixes.ts'
import { withFieldsBelow } from '../../lib/errors/errors-below.ts'
import { visiblePost } from '../posts/visible-post.ts'
import { PostRef } from '../posts/type.ts'
import { assertActsFor } from '../users/inputs.ts'
import { findOrCreateUser } from '../users/find-or-create-user.ts'
import { findUser } from '../users/find-user.ts'
import { PersonInput } from '../users/person-type.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe } from './unsubscribe.ts'
import { PostSubscriberRef } from './type.ts'

/** Access to the subscription of another person. */
const OF_ANOTHER = { require: 'team', scope: 'posts:write' } as const

mutation('subscribeToPost', {
  access: { require: 'organization', scope: 'posts:write' },
  description: 'Subscribes the caller or another person to a post. Idempotent.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    subscriber: t.field({
      type: PersonInput,
      description: 'Subscriber, by default the caller. Outside the team, only the caller.',
    }),
  }),
  payload: {
    subscriber: { type: PostSubscriberRef, description: 'The subscriber.' },
    post: { type: PostRef, description: 'The post.' },
  },
  resolve: async ({ id, subscriber: person }, context) => {
    const { db, organizationId, caller } = context
    if (person) await withFieldsBelow('subscriber', () => assertActsFor(context, person.email, OF_ANOTHER))
    const actorId = actorOf(context)
    const post = await visiblePost(context, databaseIdOf('Post', 'id', id))
    const subscriber = await inTransaction(db, async (tx) => {
      const actor = toActor(caller)
      const userId = person
        ? await withFieldsBelow('subscriber', () =>
            findOrCreateUser(tx, organizationId, { ...person, actor }),
          )
        : actorId
      return subscribe(tx, organizationId, { postId: post.id, userId })
    })
    return { subscriber, post }
  },
})

mutation('unsubscribeFromPost', {
  access: { require: 'organization', scope: 'posts:write' },
  description: 'Unsubscribes the caller or another person from a post. Idempotent.',
  input: (t) => ({
    id: t.id(nodeIdInput('Post', { required: true, description: 'Id of the post.' })),
    subscriber: t.field({
      type: PersonInput,
      description: 'Subscriber, by default the caller. Outside the team, only the caller.',
    }),
  }),
  payload: {
    removedSubscriberId: { type: 'ID', description: 'Id of the `PostSubscriber`, if the person is known.' },
    post: { type: PostRef, description: 'The post.' },
  },
  resolve: async ({ id, subscriber: person }, context) => {
    const { db, organizationId } = context
    if (person) await withFieldsBelow('subscriber', () => assertActsFor(context, person.email, OF_ANOTHER))
    const actorId = actorOf(context)
    const post = await visiblePost(context, databaseIdOf('Post', 'id', id))
    const userId = person
      ? await withFieldsBelow('subscriber', () => findUser(db, organizationId, person.email))
      : actorId
    if (userId === null) return { post, removedSubscriberId: null }
    await inTransaction(db, (tx) => unsubscribe(tx, organizationId, { postId: post.id, userId }))
    return { post, removedSubscriberId: toPairId('PostSubscriber', [post.id, userId]) }
  },
})
