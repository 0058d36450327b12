import { beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { run } from '../support/clients/operations.ts'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { createComment } from '../support/fixtures/comments.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')
const POST = '/@acme/p/dark-mode'
const EDITED = 'If you change the text, its formatting is not kept.'

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})

/** Signs a customer in. */
async function customer(name: string) {
  const exp = Math.floor(Date.now() / 1000) + 300
  const session = await tenant.sso({ email: `${name}@people.example`, name, exp, add_as_customer: true })
  const visitor = new PageVisitor(app)
  const token = session.Authorization?.replace('Bearer ', '') ?? ''
  await visitor.open(`/@acme/sso?${new URLSearchParams({ token, return_to: POST }).toString()}`)
  return { visitor, session }
}

/** Comments on the post. Returns the id of the comment. */
async function say(visitor: PageVisitor, body: string): Promise<string> {
  const page = await visitor.open(POST)
  const said = await visitor.submit(formTo(page.text, `${POST}/comments`, { body }))
  return /#comment-(\d+)$/.exec(said.location ?? '')?.[1] ?? ''
}

test('a comment shows its marks and its picture, and its form has what was written', async () => {
  const { visitor, session } = await customer('mia')
  const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const path = await uploadPicture(app, session, picture)
  const body = `Use **this**:\r\n\r\n- \`a\`\r\n  - b\r\n\r\n![shot](${app.url}${path})`
  const id = await say(visitor, body)
  const { text } = await visitor.open(POST)
  expect(text).toContain(`<strong>this</strong>`)
  const { viewer } = await run(app, { ...tenant.key, ...session }, '{ viewer { actor { databaseId } } }', {})
  const own = await visitor.open(`/@acme/u/${viewer.actor.databaseId}?part=comments`)
  expect(own.text).toContain('<p dir="auto">Use this: - a - b shot</p>')
  expect(text).toContain(`<img src="${app.url}${path}" alt="shot" />`)
  expect(text).not.toContain(EDITED)
  expect(formTo(text, `${POST}/comments/${id}`).fields.text).toBe(body.replaceAll('\r\n', '\n'))
  const { rows } = await app.database.pool.query('select attached_at is not null as attached from uploads')
  expect(rows).toEqual([{ attached: true }])
})

test('a comment of HTML says that a change of its text removes its formatting, and its links are its author’s', async () => {
  const { visitor, session } = await customer('noa')
  const { post } = await run(app, tenant.key, '{ post(by: { slug: "dark-mode" }) { databaseId } }')
  const body = '<p>Some <u>HTML</u> <a href="https://noa.example">of mine</a></p>'
  await createComment(app, { ...tenant.key, ...session }, post.databaseId, body)
  const { text } = await visitor.open(POST)
  expect(text).toContain(EDITED)
  expect(text).toContain('<a href="https://noa.example" rel="nofollow ugc noopener">of mine</a>')
})

test('tags that are typed into a form are words, also when it is sent again, and those in code keep its look', async () => {
  const { visitor } = await customer('pia')
  const body = 'The <Button>Save</Button> lacks <br> & "List<String>"'
  const shown = body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const id = await say(visitor, body)
  const said = await visitor.open(POST)
  expect(said.text).toContain(`<p>${shown}</p>`)
  const again = formTo(said.text, `${POST}/comments/${id}`)
  expect(again.fields.text).toBe(body)
  await visitor.submit(again)
  expect((await visitor.open(POST)).text).toContain(`<p>${shown}</p>`)
  await say(visitor, 'Use `<b>x</b>`')
  expect((await visitor.open(POST)).text).toContain('Use <code>&lt;b&gt;x&lt;/b&gt;</code>')
})

test('every field of a text names the marks, and offers pictures to people who are signed in', async () => {
  const { visitor } = await customer('ole')
  for (const path of [POST, '/@acme/new']) {
    expect((await visitor.open(path)).text).toContain('Add a picture')
    const { text } = await new PageVisitor(app).open(path)
    expect(text.replaceAll(/<\/?bdi>/g, '')).toContain('**bold**, `code`, - list, &gt; quote')
    expect(text).not.toContain('Add a picture')
  }
})
