import { expect, test } from 'vitest'
import { uploadPicture } from '../support/clients/uploads.ts'
import { png } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const PROBLEM = 'has a picture with an http: address (use an https: address, or upload the picture)'
const REST = '/api/v3'

const write = async (method: string, path: string, body: object) =>
  app.call(method, `${REST}${path}`, { headers: tenant.keyAndAdmin, body })

const textsInStore = async () =>
  (
    await app.database.pool.query<{ text: string }>(
      `select description_html as text from posts union all select body_html from comments
       union all select description_html from changelogs order by 1`,
    )
  ).rows.map(({ text }) => text)

test('a text with a picture that no page shows is refused on its field, over REST and GraphQL', async () => {
  const post = await write('POST', '/feature_requests', { title: 'Pictures', description: '<p>First</p>' })
  const comment = await write('POST', '/comments', { feature_request_id: post.body.id, comment: 'Second' })
  await write('POST', '/changelogs', { title: 'News', description: 'Third' })
  const entry = await app.database.kysely.selectFrom('changelogs').select('id').executeTakeFirstOrThrow()
  const before = await textsInStore()
  expect(before).toHaveLength(3)

  const text = '<p>See <img src="http://pictures.example/a.png" alt="a plan"></p>'
  const sent: [method: string, path: string, body: object][] = [
    ['POST', '/feature_requests', { title: 'More', description: text }],
    ['PATCH', `/feature_requests/${post.body.id}`, { description: text }],
    ['POST', '/comments', { feature_request_id: post.body.id, comment: text }],
    ['PATCH', `/comments/${comment.body.comment.id}`, { comment: text }],
    ['POST', '/changelogs', { title: 'More', description: text }],
    ['PATCH', `/changelogs/${entry.id}`, { description: text }],
  ]
  for (const [method, path, body] of sent) {
    const answer = await write(method, path, body)
    const field = 'comment' in body ? 'comment' : 'description'
    expect([path, answer.status, answer.body.errors]).toEqual([path, 422, { [field]: [PROBLEM] }])
  }
  const { body } = await app.graphql(
    `mutation ($text: String!) {
      createPost(input: { title: "More", description: $text }) { post { id } errors { code field problem } }
    }`,
    { text },
    tenant.admin.session,
  )
  expect(body.data?.createPost).toEqual({
    post: null,
    errors: [{ code: 'UNPROCESSABLE', field: ['description'], problem: PROBLEM }],
  })
  expect(await textsInStore()).toEqual(before)
})

test.each([
  'HTTP://pictures.example/a.png',
  ' ht\ntp://pictures.example/a.png',
  'http:pictures.example/a.png',
  'ht&#9;tp://pictures.example/a.png',
])('a browser reads %j as an http: address', async (address) => {
  const description = `<p><img alt="x" src="${address}"></p>`
  expect((await write('POST', '/feature_requests', { title: 'Pictures', description })).status).toBe(422)
})

test('addresses that pages show, links and words with http: are accepted', async () => {
  const path = await uploadPicture(app, tenant.admin.session, png())
  expect(app.url).toMatch(/^http:/)
  const description = `<p>http: <a href="http://pictures.example/a.png">a</a> <img src="${app.url}${path}" alt=" src=&quot;http://x&quot;">
    <img src="https://pictures.example/http:/a.png"> &lt;img src="http://pictures.example/a.png"></p>`
  const post = await write('POST', '/feature_requests', { title: 'Pictures', description })
  expect([post.status, post.text]).toEqual([201, expect.stringContaining(`${app.url}${path}`)])
})
