import { assertSame, assertThat, type Chapter } from '../check.ts'
import { assertField, assertRefused } from '../refusals.ts'
import { NOTHING, type Target } from '../target.ts'
import { change, make, thingOf } from '../things.ts'

const COMMENTS = '/api/v3/comments'
const POSTS = '/api/v3/feature_requests'

/** Contract 3.7 and 4.4: comments and replies. */
export const comments: Chapter = {
  name: 'comments',
  section: '3.7, 4.4',
  checks: () => [
    { name: 'A comment and a reply are created, read, changed and counted', needs: ['write'], run: discuss },
    { name: 'A reply to an internal comment is internal', needs: ['write'], run: replyInternally },
    { name: 'A deleted comment with replies keeps them under a placeholder', needs: ['write'], run: remove },
    { name: 'A comment on nothing, and a reply on another post, are 422', needs: ['write'], run: refuse },
  ],
}

const newPost = (target: Target, title: string) => make(target, POSTS, { title: target.things.name(title) })

async function discuss(target: Target): Promise<void> {
  const { things, call, rows } = target
  const post = await newPost(target, 'Discussed')
  const comment = await make(target, COMMENTS, {
    feature_request_id: post.id,
    comment: `<p>${things.name('First')}</p>`,
  })
  const { id, title, url } = post
  assertSame('comment', [comment.comment, comment.parent_id], [things.name('First'), null])
  assertSame('feature_request', comment.feature_request, { id, url, title })
  const reply = await make(target, COMMENTS, {
    feature_request_id: id,
    parent_id: comment.id,
    comment: things.name('Second'),
  })
  assertSame('parent_id', reply.parent_id, comment.id)
  const path = `${COMMENTS}/${reply.id}`
  const changed = await change(target, path, { comment: things.name('Changed'), pinned: true })
  assertSame('PUT', [changed.comment, changed.pinned], [things.name('Changed'), true])
  assertSame('GET', thingOf((await call('GET', path)).body), changed)
  const listed = await rows(COMMENTS, { feature_request_id: id })
  assertSame(
    'comments of the post',
    listed.map((row) => row.id as number),
    [comment.id, reply.id],
  )
  assertSame('comments_count', (await call('GET', `${POSTS}/${id}`)).body.comments_count, 2)
}

async function replyInternally(target: Target): Promise<void> {
  const { things } = target
  const { id: feature_request_id } = await newPost(target, 'Internal')
  const body = { feature_request_id, comment: things.name('Internal'), internal: true }
  const comment = await make(target, COMMENTS, body)
  assertSame('internal', comment.internal, true)
  const { internal } = await make(target, COMMENTS, {
    feature_request_id,
    parent_id: comment.id,
    comment: things.name('Reply'),
  })
  assertSame('internal of the reply', internal, true)
}

async function remove(target: Target): Promise<void> {
  const { things, call, rows } = target
  const { id: feature_request_id } = await newPost(target, 'Removed comments')
  const body = { feature_request_id, comment: things.name('Removed') }
  const comment = await make(target, COMMENTS, body)
  const reply = await make(target, COMMENTS, { ...body, parent_id: comment.id, comment: things.name('Kept') })
  assertSame('DELETE', (await call('DELETE', `${COMMENTS}/${comment.id}`)).status, 200)
  things.forget(`${COMMENTS}/${comment.id}`)
  const left = await rows(COMMENTS, { feature_request_id })
  assertThat(
    left.some(({ id }) => id === reply.id),
    'the reply is gone',
  )
  const text = JSON.stringify(left.filter(({ id }) => id !== reply.id))
  assertThat(!text.includes(things.name('Removed')), 'the deleted comment still has its text')
}

async function refuse(target: Target): Promise<void> {
  const { things, call } = target
  const comment = things.name('Refused')
  const nowhere = await call('POST', COMMENTS, { body: { feature_request_id: NOTHING, comment } })
  assertRefused(nowhere, 422, 'ERROR_CODE_INVALID_PARAM')
  assertField(nowhere, 'feature_request_id')
  const [one, other] = [await newPost(target, 'One'), await newPost(target, 'Other')]
  const parent = await make(target, COMMENTS, { feature_request_id: one.id, comment })
  const crossed = await call('POST', COMMENTS, {
    body: { feature_request_id: other.id, parent_id: parent.id, comment },
  })
  assertRefused(crossed, 422, 'ERROR_CODE_INVALID_PARAM')
  assertField(crossed, 'parent_id')
}
