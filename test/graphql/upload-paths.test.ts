import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { run } from '../support/clients/operations.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { png } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
/** The same installation at another address. */
let moved: TestApp
const NEW_URL = 'https://feedback.example'

beforeAll(async () => {
  moved = await startApp({ beside: app, publicUrl: NEW_URL })
})
afterAll(() => moved.stop())

/** Stores a picture. Returns its address. */
const upload = async (): Promise<string> =>
  app.url + (await uploadPicture(app, tenant.admin.session, png({ noise: Math.ceil(Math.random() * 1_000) })))

const CREATE = `mutation ($html: String!, $url: URL!) {
  createPost(input: { title: "With a picture", description: $html }) { post { id databaseId } }
  createChangelog(input: { title: "With a picture", description: $html }) { changelog { id } }
  createCustomer(input: { email: "pictured@people.example", avatarUrl: $url }) { customer { id } }
  updateOrganization(input: { avatarUrl: $url }) { organization { id } }
}`
const COMMENT =
  'mutation ($id: ID!, $html: String!) { createComment(input: { postId: $id, body: $html }) { comment { id } } }'
const READ = `query ($post: ID!, $changelog: ID!, $customer: ID!) {
  post(by: { id: $post }) { descriptionHtml comments { nodes { bodyHtml } } }
  changelog(by: { id: $changelog }) { descriptionHtml descriptionMarkdown }
  customer(by: { id: $customer }) { avatarUrl }
  organization { avatarUrl }
  events(last: 20) { nodes { ... on PostEvent { snapshot { descriptionHtml } } } }
}`

test('pictures are stored by their path, and have the address of the server that shows them', async () => {
  const url = await upload()
  const path = new URL(url).pathname
  const foreign = 'https://elsewhere.example/uploads/AAAAAAAAAAAAAAAAAAAAAA.png'
  const html = `<p>Seen <img src="${url}" alt="it" /> and <img src="${foreign}" /></p>`
  const made = await run(app, tenant.admin.session, CREATE, { html, url })
  const post = made.createPost.post.id
  await run(app, tenant.admin.session, COMMENT, { id: post, html })
  const { rows } = await app.database.pool.query(
    `select (select description_html from posts where id = $1) as post, (select body_html from comments limit 1) as comment,
       (select description_markdown from changelogs limit 1) as changelog,
       (select avatar_url from users where email = 'pictured@people.example') as avatar,
       (select avatar_url from organizations where id = $2) as logo`,
    [made.createPost.post.databaseId, tenant.organization.id],
  )
  for (const text of Object.values(rows[0] as Record<string, string>)) {
    expect(text).toContain(path)
    expect(text).not.toContain(url)
  }
  const ids = {
    post,
    changelog: made.createChangelog.changelog.id,
    customer: made.createCustomer.customer.id,
  }
  for (const [server, origin] of [
    [app, app.url],
    [moved, NEW_URL],
  ] as const) {
    const read = await run(server, tenant.key, READ, ids)
    const texts = [
      read.post.descriptionHtml,
      read.post.comments.nodes[0].bodyHtml,
      read.changelog.descriptionHtml,
      read.changelog.descriptionMarkdown,
    ]
    for (const text of texts) {
      expect(text).toContain(`${origin}${path}`)
      expect(text).toContain(foreign)
    }
    expect([read.customer.avatarUrl, read.organization.avatarUrl]).toEqual([origin + path, origin + path])
    expect(JSON.stringify(read.events)).toContain(`${origin}${path}`)
    const rest = await server.call('GET', `/api/v3/feature_requests/${made.createPost.post.databaseId}`, {
      headers: tenant.key,
    })
    expect(rest.body.description_html).toBe(read.post.descriptionHtml)
  }
})

test('the address that a text returns can be sent back, and changes nothing', async () => {
  const html = `<p><img src="${await upload()}" /></p>`
  const create =
    'mutation ($html: String!) { createPost(input: { title: "Again", description: $html }) { post { id updatedAt descriptionHtml } } }'
  const { post } = (await run(app, tenant.key, create, { html })).createPost
  const update =
    'mutation ($id: ID!, $html: String!) { updatePost(input: { id: $id, description: $html }) { post { updatedAt } } }'
  const { updatePost } = await run(app, tenant.key, update, { id: post.id, html: post.descriptionHtml })
  expect(updatePost.post.updatedAt).toBe(post.updatedAt)
})
