import { notFound } from '../../lib/errors.ts'
import { nodeId } from '../../lib/graphql-client/node-id.ts'
import { typedText } from '../../lib/rich-text/plain-text.ts'
import { postPage } from '../pages/post.ts'
import { linkTo } from '../visit/portal-visit.ts'
import { CAST_VOTE, CREATE_COMMENT, POST_ID, REMOVE_VOTE, SUBSCRIBE, UNSUBSCRIBE } from './documents.ts'
import { once } from './once.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

/** Sets or removes the up-vote of the person (field `vote`: `up` or `none`). A script receives the new count. */
export const vote: Write = {
  purpose: 'vote',
  path: pathOfPost,
  async work(participant) {
    const { fields, backTo, run } = participant
    const isVote = fields.vote !== 'none'
    // A visitor who has written nothing has no vote to remove.
    participant.assertMay('votes')
    if (isVote || participant.caller.actorId !== null) await participant.admit('votes')
    const post = await postOf(participant)
    const leave = backTo(pathOfPost(participant))
    const { id } = post
    if (isVote) {
      const { castVote } = await run(CAST_VOTE, { id })
      return { leave, body: { votesCount: castVote.post.votesCount, hasVoted: true } }
    }
    const { votesCount } =
      participant.caller.actorId === null ? post : (await run(REMOVE_VOTE, { id })).removeVote.post
    return { leave, body: { votesCount, hasVoted: false } }
  },
}

/** Creates a comment (field `body`), or with the field `parent`, a database id, a reply. */
export const comment: Write = {
  purpose: 'comment',
  async work(participant) {
    const { fields, admit } = participant
    await admit(null)
    const { id: postId } = await postOf(participant)
    const databaseId = await once(participant, async (run) => {
      const { createComment } = await run(CREATE_COMMENT, {
        postId,
        body: typedText(fields.body ?? ''),
        parentId: fields.parent ? nodeId('cmt', Number(fields.parent) || 0) : null,
      })
      return String(createComment.comment.databaseId)
    })
    return { leave: `${pathOfPost(participant)}#comment-${databaseId}` }
  },
  path: pathOfPost,
  form: postPage,
}

/** Starts or ends the subscription of the person (field `subscribe`: `yes` or `no`). */
export const subscription: Write = {
  purpose: 'subscribe',
  path: pathOfPost,
  async work(participant) {
    const { fields, run, admit, backTo } = participant
    await admit(null)
    const { id } = await postOf(participant)
    if (fields.subscribe === 'no') await run(UNSUBSCRIBE, { id })
    else await run(SUBSCRIBE, { id })
    return { leave: backTo(pathOfPost(participant)) }
  },
}

/** Returns the slug of the post that a write is about. */
export const slugOf = ({ request }: Participant): string => String(request.params.slug)

/** Returns the path of the page of the post that a write is about. */
export function pathOfPost(participant: Participant): string {
  return linkTo(participant, ['p', slugOf(participant)])
}

/** @throws AppError NOT_FOUND for a post that the person cannot see */
async function postOf(participant: Participant) {
  const { post } = await participant.run(POST_ID, { slug: slugOf(participant) })
  if (!post) throw notFound('Post')
  return post
}
