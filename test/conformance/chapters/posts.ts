import { assertSame, assertThat, forEach, skipUnless, formatValue, type Chapter } from '../check.ts'
import { assertField, assertRefused } from '../refusals.ts'
import { NOTHING, type Target } from '../target.ts'
import { change, make } from '../things.ts'

const POSTS = '/api/v3/feature_requests'

/** Contract 3.6 and 4.3: posts. */
export const posts: Chapter = {
  name: 'posts',
  section: '3.6, 4.3',
  checks: () => [
    {
      name: 'A new post has the fields that were sent, and the vote of its submitter',
      needs: ['write'],
      run: create,
    },
    {
      name: 'Unsafe HTML is removed, and the text and the preview are derived',
      needs: ['write'],
      run: sanitize,
    },
    { name: 'PUT and PATCH change only the fields that are sent', needs: ['write'], run: update },
    { name: 'A second post of the same title has another slug', needs: ['write'], run: slugs },
    { name: 'A hidden post is left out of lists and found by its id', needs: ['write'], run: hide },
    { name: 'A write also takes the query string, and the body wins', needs: ['write'], run: readQuery },
    { name: 'An id in the body that leads to nothing is 422', needs: ['write'], run: refuseIds },
    {
      name: 'A post on behalf belongs to the person, whom the e-mail filters find',
      needs: ['write', 'session'],
      run: postOnBehalf,
    },
    {
      name: 'The routes of older clients submit a post and read the latest ones',
      needs: ['write', `POST ${POSTS}/submit`, `GET ${POSTS}/latest`],
      run: submit,
    },
    { name: 'A deleted post is 404, and so is its second deletion', needs: ['write'], run: remove },
  ],
}

async function create(target: Target): Promise<void> {
  const { things, first } = target
  const title = things.name('A wish')
  const tag = await first('/api/v3/tags')
  const { bucket } = await first(POSTS)
  // Numbers may be texts (contract 2.1).
  const body = { title, description: 'Plain text', bucket_id: String(bucket.id), tag_ids: [tag.id] }
  const post = await make(target, POSTS, body)
  const { submitter: _, ...rest } = post
  assertSame('title', rest.title, title)
  assertSame('description', rest.description, 'Plain text')
  assertSame('bucket', rest.bucket.id, bucket.id)
  assertSame('tags', rest.tags, [tag])
  assertSame('votes', [rest.votes_count, rest.downvotes_count, rest.comments_count], [1, 0, 0])
  assertSame('created_at and updated_at', rest.created_at, rest.updated_at)
  assertThat(String(rest.url).endsWith(`/p/${rest.slug}`), `url is ${rest.url} with the slug ${rest.slug}`)
  const read = await target.call('GET', `${POSTS}/${post.id}`)
  assertSame('the post when it is read', read.body, post)
}

async function sanitize(target: Target): Promise<void> {
  const html =
    '<p onclick="x()">Bold <b>claim</b> <a href="javascript:x()">link</a></p><script>alert(1)</script>'
  const title = target.things.name('Unsafe')
  const { description, description_html, preview } = await make(target, POSTS, { title, description: html })
  const isSafe = !/script|onclick|javascript:|alert/i.test(String(description_html))
  assertThat(isSafe, `description_html is ${formatValue(description_html)}`)
  assertThat(!/[<>]/.test(String(description)), `description is ${formatValue(description)}`)
  assertSame('preview', preview, description)
}

async function update(target: Target): Promise<void> {
  const { things, call, rows } = target
  const post = await make(target, POSTS, { title: things.name('Change'), description: 'Before' })
  const path = `${POSTS}/${post.id}`
  const { status_info } = (await call('GET', '/api/v3/organizations/info')).body
  const { slug, name } = status_info.at(-1)
  const { updated_at: _, ...before } = post
  const moved = await change(target, path, { status: slug })
  assertSame('status', [moved.status, moved.custom_status?.value], [name, slug])
  const kept = { ...moved, status: before.status, custom_status: before.custom_status }
  for (const field of Object.keys(before as object))
    assertSame(`${field} after a change of status`, kept[field], before[field])
  const named = await change(target, path, { title: things.name('Changed') })
  const expected = [things.name('Changed'), post.slug, name]
  assertSame('title, slug and status', [named.title, named.slug, named.status], expected)
  const found = await rows(POSTS, { states: slug })
  assertThat(
    found.some(({ id }) => id === post.id),
    `states=${slug} does not find the changed post`,
  )
}

async function slugs(target: Target): Promise<void> {
  const title = target.things.name('Twice')
  const one = await make(target, POSTS, { title })
  const other = await make(target, POSTS, { title })
  assertThat(one.slug !== other.slug, `both posts have the slug ${one.slug}`)
}

async function hide(target: Target): Promise<void> {
  const { things, call, rows } = target
  const { id } = await make(target, POSTS, { title: things.name('Hidden') })
  assertSame('PUT hidden', (await call('PUT', `${POSTS}/${id}`, { body: { hidden: true } })).status, 200)
  const listed = await rows(POSTS)
  assertThat(!listed.some((post) => post.id === id), 'the list has the hidden post')
  assertSame('GET of the hidden post', (await call('GET', `${POSTS}/${id}`)).status, 200)
}

async function readQuery(target: Target): Promise<void> {
  const title = target.things.name('From the body')
  const query = { title: target.things.name('From the query'), description: 'Queried' }
  const post = await make(target, POSTS, { title }, { query })
  assertSame('title and description', [post.title, post.description], [title, 'Queried'])
}

async function refuseIds({ things, call }: Target): Promise<void> {
  await forEach(['bucket_id', 'tag_ids', 'state_id'], async (field) => {
    const body = { title: things.name('Refused'), [field]: field === 'tag_ids' ? [NOTHING] : NOTHING }
    const answer = await call('POST', POSTS, { body })
    assertRefused(answer, 422, 'ERROR_CODE_INVALID_PARAM')
    assertField(answer, field)
  })
}

async function postOnBehalf(target: Target): Promise<void> {
  const { things, rows } = target
  const email = things.email('betty')
  const title = things.name('On behalf')
  const post = await make(target, `${POSTS}/post_on_behalf`, { title, email, name: 'Betty' })
  assertSame('submitter', post.submitter.name, 'Betty')
  await keepCustomer(target, email)
  for (const filter of ['submitter_emails', 'interactor_emails'])
    assertSame(
      filter,
      (await rows(POSTS, { [filter]: email })).map(({ id }) => id as number),
      [post.id],
    )
  const none = await rows(POSTS, { submitter_emails: things.email('zoe') })
  assertSame('submitter_emails of another person', none, [])
}

/** Notes the customer with an e-mail address for removal. */
export async function keepCustomer({ rows, things }: Target, email: string): Promise<void> {
  const customer = (await rows('/api/v3/customers')).find((row) => row.email === email)
  skipUnless(customer !== undefined, `${email} is not among the customers`)
  things.keep(`/api/v3/customers/${customer.id}`)
}

async function submit(target: Target): Promise<void> {
  const title = target.things.name('Submitted')
  const { id } = await make(target, `${POSTS}/submit`, { title, description: 'Text' })
  const [latest] = await target.rows(`${POSTS}/latest`, {})
  assertSame('the latest post', [latest?.id, latest?.title], [id, title])
}

async function remove(target: Target): Promise<void> {
  const { things, call } = target
  const { id } = await make(target, POSTS, { title: things.name('Gone') })
  const path = `${POSTS}/${id}`
  const { status, body } = await call('DELETE', path)
  assertSame('DELETE', [status, body?.success], [200, true])
  things.forget(path)
  assertRefused(await call('GET', path), 404, 'ERROR_CODE_NOT_FOUND')
  assertRefused(await call('DELETE', path), 404, 'ERROR_CODE_NOT_FOUND')
}
