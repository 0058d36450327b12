import { assertSame, assertThat, type Chapter } from '../check.ts'
import { assertField, assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { change, make } from '../things.ts'

const ROADMAPS = '/api/v3/roadmaps'
const POSTS = '/api/v3/feature_requests'

/** Contract 3.10 and 4.5: roadmaps and the posts on them. */
export const roadmaps: Chapter = {
  name: 'roadmaps',
  section: '3.10, 4.5',
  checks: () => [
    { name: 'A roadmap is read by its id as it is listed, and its e-mail is masked', run: read },
    {
      name: 'A roadmap is created, changed and deleted',
      needs: ['write', 'session', `POST ${ROADMAPS}`, `PUT ${ROADMAPS}/{id}`, `DELETE ${ROADMAPS}/{id}`],
      run: useRoadmap,
    },
    {
      name: 'A post is added to a roadmap once, and removed',
      needs: ['write', 'session', `POST ${ROADMAPS}`, `POST ${ROADMAPS}/{id}/feature_requests`],
      run: addPosts,
    },
  ],
}

async function read({ first, call }: Target): Promise<void> {
  const roadmap = await first(ROADMAPS)
  const { body } = await call('GET', `${ROADMAPS}/${roadmap.id}`)
  assertSame('the roadmap', body, roadmap)
  const isMasked = /^.\*\*\*@/.test(String(body.user.email))
  assertThat(isMasked, `the e-mail of the user is ${body.user.email}`)
}

async function useRoadmap(target: Target): Promise<void> {
  const { things, call } = target
  const sent = { title: things.name('Winter'), description: 'Plans', start_date: '2026-12-24' }
  const roadmap = await make(target, ROADMAPS, sent)
  const { title, description, percentage, start_date } = roadmap
  assertSame('the roadmap', [title, description, percentage], [sent.title, sent.description, 0])
  assertSame('start_date', start_date, '2026-12-24T00:00:00.000Z')
  const path = `${ROADMAPS}/${roadmap.id}`
  const changed = await change(target, path, { status: 'planned' })
  assertSame('PUT', [changed.status, changed.title], ['planned', sent.title])
  const refused = await call('PUT', path, { body: { mode: 'spiral' } })
  assertRefused(refused, 400, 'ERROR_CODE_INVALID_PARAM')
  assertField(refused, 'mode')
  assertSame('DELETE', (await call('DELETE', path)).status, 200)
  things.forget(path)
  assertRefused(await call('GET', path), 404, 'ERROR_CODE_NOT_FOUND')
}

async function addPosts(target: Target): Promise<void> {
  const { things, call, rows } = target
  const { id } = await make(target, ROADMAPS, { title: things.name('Spring') })
  const post = await make(target, POSTS, { title: things.name('Planned') })
  const path = `${ROADMAPS}/${id}/feature_requests`
  const ids = async () => (await rows(path)).map((row) => row.id as number)
  const body = { feature_request_id: post.id as number }
  for (const _ of ['first', 'second']) {
    const { status, text } = await call('POST', path, { body })
    assertThat([200, 201].includes(status), `POST ${path} answers ${status}: ${text}`)
    assertSame('posts of the roadmap', await ids(), [post.id])
  }
  assertSame('DELETE of the post', (await call('DELETE', path, { body })).status, 200)
  assertSame('posts of the roadmap after', await ids(), [])
}
