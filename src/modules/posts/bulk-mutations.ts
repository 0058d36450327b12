import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { assertChanges } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { toUserErrors, UserErrorRef, type UserError } from '../../graphql/schema/mutation/user-error.ts'
import { databaseIdsOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { unprocessable } from '../../lib/errors.ts'
import { withFieldsBelow } from '../../lib/errors/errors-below.ts'
import type { Post } from '../../db/rows.ts'
import { postChangeFields, REQUIRED_FIELDS, toChanges } from './inputs.ts'
import { PostRef } from './type.ts'
import { updatePost } from './update-post.ts'

/** Maximum number of posts of one `updatePosts`. Each is updated in a transaction of its own. */
const MAX_POSTS = 100

const PostChangesInput = builder.inputType('PostChangesInput', {
  description: 'Changes of posts. Omitted fields are unchanged.',
  fields: postChangeFields,
})

type PostUpdateResult = { postId: number; post: Post | null; errors: UserError[] }

const PostUpdateResultRef = builder.objectRef<PostUpdateResult>('PostUpdateResult').implement({
  description: 'Result of the update of one post.',
  fields: (t) => ({
    postId: t.id({ description: 'Id of the input.', resolve: ({ postId }) => toNodeId('Post', postId) }),
    post: t.expose('post', {
      type: PostRef,
      nullable: true,
      description: 'The post. Null if there are errors.',
    }),
    errors: t.expose('errors', {
      type: [UserErrorRef],
      description: 'Reasons for which the post was not changed. Empty after a success.',
    }),
  }),
})

mutation('updatePosts', {
  access: { require: 'team', scope: 'posts:write' },
  description: 'Applies the same changes to several posts. Each post is updated or refused on its own.',
  input: (t) => ({
    ids: t.idList(
      nodeIdInput('Post', {
        required: true,
        description: 'Ids of the posts, 1 to 100. A repeated id counts once.',
      }),
    ),
    changes: t.field({ type: PostChangesInput, required: true, description: 'The changes.' }),
  }),
  payload: {
    results: { type: [PostUpdateResultRef], description: 'Result of each post, in the order of `ids`.' },
  },
  resolve: async (input, context) => {
    actorOf(context)
    const ids = databaseIdsOf('Post', 'ids', input.ids)
    if (ids.length < 1 || ids.length > MAX_POSTS)
      throw unprocessable('ids', `must contain 1 to ${MAX_POSTS} ids`)
    const changes = await withFieldsBelow('changes', () =>
      toChanges(assertChanges(context, input.changes, REQUIRED_FIELDS), context),
    )
    const results: PostUpdateResult[] = []
    for (const id of ids) results.push(await resultOf(context, id, changes))
    return { results }
  },
})

async function resultOf(
  { db, organizationId }: Context,
  id: number,
  changes: ReturnType<typeof toChanges>,
): Promise<PostUpdateResult> {
  try {
    const post = await withFieldsBelow('changes', () => updatePost(db, organizationId, id, changes))
    return { postId: id, post, errors: [] }
  } catch (error) {
    const errors = toUserErrors(error)
    if (!errors) throw error
    return { postId: id, post: null, errors }
  }
}
