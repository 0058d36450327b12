import { assertSame, assertThat, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { make } from '../things.ts'

const POSTS = '/api/v3/feature_requests'
const MERGE = `POST ${POSTS}/{id}/merge_posts` as const

/** Contract 3.6: merging posts, and the way back. */
export const merging: Chapter = {
  name: 'merging',
  section: '3.6',
  checks: () => [
    {
      name: 'A merge moves votes and comments to the parent, and its end gives back what it moved',
      needs: ['write', 'session', MERGE],
      run: mergeAndUnmerge,
    },
    {
      name: 'A post is not merged into itself or with more than 30 others',
      needs: ['write', 'session', MERGE],
      run: refuseMerges,
    },
  ],
}

const idsOf = (rows: Body[]) => rows.map(({ id }) => id as number)
const countsOf = ({ votes_count, comments_count }: Body) => [votes_count, comments_count] as number[]

async function mergeAndUnmerge(target: Target): Promise<void> {
  const { things, call, rows } = target
  const [parent, child] = [
    await make(target, POSTS, { title: things.name('Parent') }),
    await make(target, POSTS, { title: things.name('Child') }),
  ]
  const comment = things.name('Moved')
  await make(target, '/api/v3/comments', { feature_request_id: child.id, comment })
  const read = async (id: number): Promise<Body> => (await call('GET', `${POSTS}/${id}`)).body
  const before = [countsOf(await read(parent.id)), countsOf(await read(child.id))]
  const merged = await call('POST', `${POSTS}/${parent.id}/merge_posts`, {
    body: { child_feature_request_ids: [child.id] },
  })
  assertThat([200, 201].includes(merged.status), `merge_posts answers ${merged.status}: ${merged.text}`)
  const { id, merged_posts_count, child_posts } = merged.body
  const { title, slug } = child
  assertSame('the parent', [id, merged_posts_count], [parent.id, 1])
  assertSame('child_posts', pick(child_posts), [{ id: child.id, title, slug }])
  // Both posts have the same submitter, whose votes count once.
  assertSame('votes and comments of the parent', countsOf(await read(parent.id)), [1, 1])
  assertThat(!idsOf(await rows(POSTS)).includes(child.id), 'the list has the merged post')
  const listed = await call('GET', `${POSTS}/${parent.id}/merge_posts`)
  assertSame('GET merge_posts', pick(listed.body.child_posts), [{ id: child.id, title, slug }])
  const ended = await call('DELETE', `${POSTS}/unmerge/${child.id}`)
  assertSame('DELETE unmerge', [ended.status, ended.body?.success], [200, true])
  assertSame('votes and comments', [countsOf(await read(parent.id)), countsOf(await read(child.id))], before)
  assertThat(idsOf(await rows(POSTS)).includes(child.id), 'the list lacks the post after the merge has ended')
}

const pick = (posts: Body[] = []) => posts.map(({ id, title, slug }) => ({ id, title, slug }))

async function refuseMerges(target: Target): Promise<void> {
  const { id } = await make(target, POSTS, { title: target.things.name('Alone') })
  const many = Array.from({ length: 31 }, (_, index) => (id as number) + index + 1)
  for (const child_feature_request_ids of [[id], [], many]) {
    const answer = await target.call('POST', `${POSTS}/${id}/merge_posts`, {
      body: { child_feature_request_ids },
    })
    assertRefused(answer, [400, 422], 'ERROR_CODE_INVALID_PARAM', 'ERROR_CODE_MISSING_PARAM')
  }
}
