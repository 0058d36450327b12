import { notFound } from '../../lib/errors.ts'
import { nodeId } from '../../lib/graphql-client/node-id.ts'
import { typedText } from '../../lib/rich-text/plain-text.ts'
import { postPage } from '../pages/post.ts'
import { DELETE_COMMENT, OWN_POST, UPDATE_COMMENT, UPDATE_POST } from './documents.ts'
import { pathOfPost, slugOf } from './post-writes.ts'
import type { Write } from './serve-write.ts'

/** Line ends as the database stores them. Browsers send CR LF. */
const lines = (text: string) => text.replaceAll('\r\n', '\n').trim()

/**
 * Changes the title and the text of the person's own post (fields `title`, `description` and `since`). A text that is
 * the same is not sent, so that its formatting stays.
 */
export const editPost: Write = {
  purpose: 'post',
  async work(participant) {
    const { fields, run, admit } = participant
    await admit(null)
    const { post } = await run(OWN_POST, { slug: slugOf(participant) })
    if (!post) throw notFound('Post')
    const { title = '', description = '', since = '' } = fields
    const isSame = lines(description) === lines(post.description)
    await run(UPDATE_POST, {
      id: post.id,
      title,
      ...(!isSame && { description: typedText(description) }),
      ifUnchangedSince: Number.isNaN(Date.parse(since)) ? null : new Date(since).toISOString(),
    })
    return { leave: pathOfPost(participant) }
  },
  path: pathOfPost,
  form: postPage,
}

/** Changes the person's own comment (field `text`), or deletes it (field `delete`). */
export const editComment: Write = {
  purpose: 'comment',
  async work(participant) {
    const { fields, run, admit, request } = participant
    await admit(null)
    const databaseId = Number(request.params.id) || 0
    const id = nodeId('cmt', databaseId)
    if (fields.delete !== undefined) {
      await run(DELETE_COMMENT, { id })
      return { leave: `${pathOfPost(participant)}#comments` }
    }
    await run(UPDATE_COMMENT, { id, body: typedText(fields.text ?? '') })
    return { leave: `${pathOfPost(participant)}#comment-${databaseId}` }
  },
  path: pathOfPost,
  form: postPage,
}
