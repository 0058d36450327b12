import { hasTeamView, type Caller } from '../../auth/caller.ts'
import type { Post } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { NodeRef } from '../../graphql/schema/node/node.ts'
import { toCommentSnapshot } from '../comments/comment-snapshot.ts'
import { CommentSnapshotRef } from '../comments/snapshot-type.ts'
import { CommentRef } from '../comments/type.ts'
import { visibleComment } from '../comments/visible-comment.ts'
import { postLoaders } from '../posts/loaders.ts'
import { canSeePost } from '../posts/policy.ts'
import { toPostRow, type MergeSnapshot } from '../posts/post-snapshot.ts'
import { PostCountsSnapshotRef, PostReferenceSnapshotRef, PostSnapshotRef } from '../posts/snapshot-type.ts'
import { PostRef } from '../posts/type.ts'
import { isVisiblePost } from '../posts/visible-post.ts'
import { userLoaders } from '../users/loaders.ts'
import { UserRef } from '../users/type.ts'
import { VoteDirectionRef } from '../votes/type.ts'
import type { VoteSnapshot } from '../votes/vote-snapshot.ts'
import type { EventNode } from './event-node.ts'
import { findReplayedPost } from './replay-pages.ts'
import { EventRef, snapshotOf } from './type.ts'

const LIVE_POST = 'The post as it is now. Null once deleted, and if not visible to the caller.'

/** Returns the current post of an event. Posts of all events of a result are read together. */
async function livePost(event: EventNode, context: Context): Promise<Post | null> {
  const replayed = await findReplayedPost(context, event)
  const post =
    replayed === undefined ? await postLoaders(context).byId.find(event.postId ?? event.subjectId) : replayed
  return post && canSeePost(context.caller, post) ? post : null
}

/** Returns the conversion of the last state of a deleted post for a caller. */
const toDeletedPost = (caller: Caller) => (snapshot: object) => ({
  ...toPostRow(snapshot),
  ...(!hasTeamView(caller) && { description: '', descriptionHtml: '', preview: '' }),
})

builder.objectRef<EventNode>('PostEvent').implement({
  description: 'An event about a post.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      nullable: true,
      description: LIVE_POST,
      resolve: (event, _args, context) => livePost(event, context),
    }),
    snapshot: t.field({
      type: PostSnapshotRef,
      description:
        'The post right after the change. That of a deleted post is its last state, outside the team without its description.',
      resolve: (event, _args, context) =>
        snapshotOf(event, context, event.type === 'post_deleted' ? toDeletedPost(context.caller) : toPostRow),
    }),
    mergeParent: t.field({
      type: PostCountsSnapshotRef,
      nullable: true,
      description:
        'The post that the other was merged into, right after the merge or its end. Null for other events, and if it is not visible to the caller now.',
      resolve: async (event, _args, context) => {
        const { mergeParent } = await snapshotOf(
          event,
          context,
          (snapshot) => snapshot as Partial<MergeSnapshot>,
        )
        return mergeParent && (await isVisiblePost(context, mergeParent.id)) ? mergeParent : null
      },
    }),
  }),
})

builder.objectRef<EventNode>('CommentEvent').implement({
  description: 'An event about a comment.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    comment: t.field({
      type: CommentRef,
      nullable: true,
      description: 'The comment as it is now. Null once deleted, and if not visible to the caller.',
      resolve: ({ subjectId }, _args, context) => nullIfNotFound(visibleComment(context, subjectId)),
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description: LIVE_POST,
      resolve: (event, _args, context) => livePost(event, context),
    }),
    snapshot: t.field({
      type: CommentSnapshotRef,
      description:
        'The comment right after the change. That of a deleted comment is its last state, without the text.',
      resolve: (event, _args, context) => snapshotOf(event, context, toCommentSnapshot),
    }),
  }),
})

/** Returns the snapshot of the votes of an event. */
const votesOf = (event: EventNode, context: Context) =>
  snapshotOf(event, context, (snapshot) => snapshot as VoteSnapshot)

builder.objectRef<EventNode>('VoteEvent').implement({
  description: 'An event about one or more votes on a post.',
  interfaces: [NodeRef, EventRef],
  fields: (t) => ({
    post: t.field({
      type: PostRef,
      nullable: true,
      description: LIVE_POST,
      resolve: (event, _args, context) => livePost(event, context),
    }),
    postSnapshot: t.field({
      type: PostReferenceSnapshotRef,
      description: 'The post right after the change.',
      resolve: async (event, _args, context) => (await votesOf(event, context)).post,
    }),
    direction: t.field({
      type: VoteDirectionRef,
      description: 'Direction of the votes.',
      resolve: async (event, _args, context) => (await votesOf(event, context)).direction,
    }),
    count: t.int({
      description: 'Number of votes that were added or removed.',
      resolve: async (event, _args, context) => (await votesOf(event, context)).count,
    }),
    votesCount: t.int({
      description: 'Number of up-votes on the post right after the change.',
      resolve: async (event, _args, context) => (await votesOf(event, context)).votesCount,
    }),
    downvotesCount: t.int({
      description: 'Number of down-votes on the post right after the change.',
      resolve: async (event, _args, context) => (await votesOf(event, context)).downvotesCount,
    }),
    voter: t.field({
      type: UserRef,
      nullable: true,
      description: 'Person who voted. Null for several votes, once deleted, and outside the team.',
      resolve: async (event, _args, context) => {
        if (!hasTeamView(context.caller)) return null
        const { userId } = await votesOf(event, context)
        return userId === null ? null : userLoaders(context).byId.find(userId)
      },
    }),
  }),
})
