import { beforeAll, describe, expect, test } from 'vitest'
import { formTo, PageVisitor } from '../support/clients/page-visitor.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { fillPortal, openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant)
  await fillPortal(app, tenant)
})

/** Signs a customer in by SSO. `page` is the path of their own page. */
async function customer(name: string) {
  const exp = Math.floor(Date.now() / 1000) + 300
  const session = await tenant.sso({ email: `${name}@people.example`, name, exp, add_as_customer: true })
  const visitor = new PageVisitor(app)
  const token = session.Authorization?.replace('Bearer ', '') ?? ''
  await visitor.open(`/@acme/sso?${new URLSearchParams({ token, return_to: '/@acme' }).toString()}`)
  const { viewer } = await run(app, session, '{ viewer { actor { databaseId } } }')
  return { visitor, session, page: `/@acme/u/${viewer.actor.databaseId}` }
}

/** Submits a new post. Returns its path. */
async function submitPost(visitor: PageVisitor, title: string) {
  const form = formTo((await visitor.open('/@acme/new')).text, '/@acme/new')
  const { location } = await visitor.submit({
    action: form.action,
    fields: { ...form.fields, title, description: 'First text', anyway: 'yes' },
  })
  return location ?? ''
}

describe('the own page', () => {
  test('changes name and language, and the pages have the language from then on', async () => {
    const { visitor, session, page } = await customer('nadia')
    const { action, fields } = formTo((await visitor.open(page)).text, `${page}/profile`)
    expect(fields).toMatchObject({ name: 'nadia', avatar: '', locale: '' })
    const saved = await visitor.submit({ action, fields: { ...fields, name: 'Nadia R.', locale: 'pt-BR' } })
    expect(saved).toMatchObject({ status: 303, location: page })
    const { text } = await visitor.open(page)
    expect(text).toContain('<html lang="pt-BR"')
    expect(formTo(text, `${page}/profile`).fields).toMatchObject({ name: 'Nadia R.', locale: 'pt-BR' })
    expect((await visitor.open(`${page}?lang=de`)).text).toContain('<html lang="de"')
    const { viewer } = await run(app, session, '{ viewer { user { locale } } }')
    expect(viewer.user).toEqual({ locale: 'PT_BR' })
  })

  test('shows a blank name again, and refuses the profile of another person', async () => {
    const { visitor, page } = await customer('omar')
    const other = await customer('other')
    const refused = await visitor.submit({ action: `${page}/profile`, fields: { name: ' ', locale: 'de' } })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('id="name-blank"')
    const foreign = await visitor.submit({ action: `${other.page}/profile`, fields: { name: 'Mine' } })
    expect(foreign.status).toBe(403)
    expect((await other.visitor.open(other.page)).text).toContain('<h1 dir="auto">other</h1>')
  })

  test('lists the votes and the comments of its person alone', async () => {
    const { visitor, page } = await customer('petra')
    await visitor.submit({ action: '/@acme/p/dark-mode/vote', fields: { vote: 'up' } })
    await visitor.submit({ action: '/@acme/p/dark-mode/comments', fields: { body: 'Said by Petra' } })
    expect((await visitor.open(`${page}?part=votes`)).text).toContain('id="post-dark-mode"')
    expect((await visitor.open(`${page}?part=comments`)).text).toContain('Said by Petra')
    const { visitor: reader } = await customer('quinn')
    for (const part of ['votes', 'comments'])
      expect((await reader.open(`${page}?part=${part}`)).text).not.toMatch(/post-dark-mode|Said by Petra/)
  })
})

describe('the page of a post', () => {
  test('lets its submitter alone change it', async () => {
    const { visitor } = await customer('rosa')
    const path = await submitPost(visitor, 'A post that changes')
    const { action, fields } = formTo((await visitor.open(path)).text, `${path}/edit`)
    expect(fields).toMatchObject({ title: 'A post that changes', description: 'First text' })
    const changed = { ...fields, title: 'A post that has changed', description: 'Second\r\ntext' }
    expect(await visitor.submit({ action, fields: changed })).toMatchObject({ status: 303, location: path })
    const { text } = await visitor.open(path)
    expect(text).toContain('A post that has changed')
    const stale = await visitor.submit({ action, fields: { ...changed, title: 'Too late' } })
    expect([stale.status, stale.text.includes('value="Too late"')]).toEqual([409, true])
    const { visitor: stranger } = await customer('sven')
    expect((await stranger.open(path)).text).not.toContain(`${path}/edit`)
    expect((await stranger.submit({ action, fields: { ...changed, since: '' } })).status).toBe(403)
  })

  test('keeps the formatting of a text that stays the same', async () => {
    const { visitor, session } = await customer('tess')
    const { createPost } = await run(
      app,
      session,
      'mutation { createPost(input: { title: "Formatted", description: "<p>Some <strong>bold</strong> text</p>" }) { post { slug } } }',
    )
    const path = `/@acme/p/${createPost.post.slug}`
    const { action, fields } = formTo((await visitor.open(path)).text, `${path}/edit`)
    await visitor.submit({ action, fields: { ...fields, title: 'Formatted again' } })
    expect((await visitor.open(path)).text).toContain('<strong>bold</strong>')
  })

  test('lets the author alone change and delete a comment', async () => {
    const { visitor } = await customer('uma')
    const path = '/@acme/p/dark-mode'
    const { location } = await visitor.submit({ action: `${path}/comments`, fields: { body: 'Draft' } })
    const id = location?.split('#comment-')[1] ?? ''
    const { action, fields } = formTo((await visitor.open(path)).text, `${path}/comments/${id}`)
    expect(fields).toMatchObject({ text: 'Draft' })
    const saved = await visitor.submit({ action, fields: { text: 'Final' } })
    expect(saved).toMatchObject({ status: 303, location: `${path}#comment-${id}` })
    const { visitor: stranger } = await customer('vera')
    expect((await stranger.open(path)).text).not.toContain(action)
    for (const attempt of [{ text: 'Foreign' }, { delete: 'yes' }])
      expect((await stranger.submit({ action, fields: attempt })).status).toBe(403)
    expect((await visitor.open(path)).text).toContain('Final')
    await visitor.submit({ action, fields: { delete: 'yes' } })
    expect((await visitor.open(path)).text).not.toContain('Final')
  })
})

test('an API key alone has no profile', async () => {
  const refused = await refusal(
    app,
    tenant.key,
    'mutation { updateProfile(input: { name: "X" }) { user { id } } }',
  )
  expect(refused).toMatchObject({ code: 'FORBIDDEN', message: 'This needs a person' })
})
