import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let opened: WatchedPage
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/${path}`
const other = (query: string, variables = {}) => run(app, tenant.admin.session, query, variables)

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  opened = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(opened.page, address('boards'), tenant.admin)
})

test('a form keeps the description that someone else has written since it was opened', async () => {
  const { page, faults } = opened
  const { createPost } = await other(
    'mutation { createPost(input: { title: "Maps", description: "Old" }) { post { id } } }',
  )
  const { id } = createPost.post as { id: string }
  const read = async () =>
    (await other('query ($id: ID!) { post(by: { id: $id }) { title description } }', { id })).post
  await page.goto(address(`posts/${id}`))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit' })
  await other('mutation ($id: ID!) { updatePost(input: { id: $id, description: "New" }) { post { id } } }', {
    id,
  })
  await page.getByRole('article').getByText('New', { exact: true }).waitFor()
  await dialog.getByLabel('Title').fill('Maps offline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText('Someone else has changed this post').waitFor()
  expect(await read()).toMatchObject({ title: 'Maps', description: 'New' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('Title').fill('Maps offline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Maps offline' }).waitFor()
  expect(await read()).toMatchObject({ title: 'Maps offline', description: 'New' })
  expect(faults).toEqual([])
})

test.each([
  ['the profile of a customer', 'Edit', 'Edit customer'],
  ['the custom fields of a customer', 'Edit fields', 'Custom fields'],
])('%s that someone else has changed is not overwritten', async (_what, button, title) => {
  const { page, faults } = opened
  const { createCustomer } = await other(
    'mutation ($email: EmailAddress!) { createCustomer(input: { email: $email, name: "Ada" }) { customer { id } } }',
    { email: `${title.replaceAll(' ', '-')}@people.example` },
  )
  const { id } = createCustomer.customer as { id: string }
  await page.goto(address(`customers/${id}`))
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Save changes' }).waitFor()
  await other(
    `mutation ($id: ID!) { updateCustomer(input: { customer: { id: $id }, labels: ["vip"], customFields: { plan: "pro" } }) {
      customer { id } } }`,
    { id },
  )
  await page.getByText('vip', { exact: true }).first().waitFor()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('alert').getByText('Someone else has changed this person').waitFor()
  const { customer } = await other('query ($id: ID!) { customer(by: { id: $id }) { labels customFields } }', {
    id,
  })
  expect(customer).toMatchObject({ labels: ['vip'], customFields: { plan: 'pro' } })
  expect(faults).toEqual([])
})

type Form = {
  what: string
  /** Creates the object. The first field of the payload has it. */
  create: string
  path: (id: string) => string
  /** Name of the button that opens the form. Null for a form that is a page. */
  open: string | null
  field: string
  change: string
  read: string
}

const FORMS: Form[] = [
  {
    what: 'tag',
    create: 'mutation { createTag(input: { name: "Two editors" }) { tag { id } } }',
    path: () => 'tags',
    open: 'Edit Two editors',
    field: 'Name',
    change: 'mutation ($id: ID!) { updateTag(input: { id: $id, name: "Theirs" }) { tag { id } } }',
    read: 'query ($id: ID!) { node(id: $id) { ... on Tag { name } } }',
  },
  {
    what: 'status',
    create: 'mutation { createStatus(input: { name: "Two editors", kind: PLANNED }) { status { id } } }',
    path: () => 'statuses',
    open: 'Edit Two editors',
    field: 'Name',
    change: 'mutation ($id: ID!) { updateStatus(input: { id: $id, name: "Theirs" }) { status { id } } }',
    read: 'query ($id: ID!) { node(id: $id) { ... on Status { name } } }',
  },
  {
    what: 'roadmap',
    create: 'mutation { createRoadmap(input: { title: "Two editors" }) { roadmap { id } } }',
    path: (id) => `roadmaps/${id}`,
    open: 'Settings of the roadmap',
    field: 'Title',
    change: 'mutation ($id: ID!) { updateRoadmap(input: { id: $id, title: "Theirs" }) { roadmap { id } } }',
    read: 'query ($id: ID!) { node(id: $id) { ... on Roadmap { name: title } } }',
  },
  {
    what: 'webhook',
    create: `mutation { createWebhook(input: { url: "https://hooks.example.com/two", name: "Two editors", events: [POST_CREATED] }) {
      webhook { id } } }`,
    path: (id) => `developers/webhooks/${id}/settings`,
    open: null,
    field: 'Name',
    change: 'mutation ($id: ID!) { updateWebhook(input: { id: $id, name: "Theirs" }) { webhook { id } } }',
    read: 'query ($id: ID!) { node(id: $id) { ... on Webhook { name } } }',
  },
]

test.each(FORMS)('a form does not overwrite the $what that someone else has changed', async (form) => {
  const { page, faults } = opened
  const [payload]: Record<string, { id?: string }>[] = Object.values(await other(form.create))
  const id = Object.values(payload ?? {}).find((value) => typeof value.id === 'string')?.id ?? ''
  await page.goto(address(form.path(id)))
  if (form.open !== null) await page.getByRole('button', { name: form.open, exact: true }).click()
  const field = page.getByRole('textbox', { name: form.field })
  await field.fill('Mine')
  await other(form.change, { id })
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('alert').getByText(`Someone else has changed this ${form.what}`).waitFor()
  expect((await other(form.read, { id })).node).toEqual({ name: 'Theirs' })
  await page.goto(address(form.path(id)))
  if (form.open !== null)
    await page.getByRole('button', { name: form.open.replace('Two editors', 'Theirs'), exact: true }).click()
  for (const name of ['Mine', 'Mine again']) {
    await field.fill(name)
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(async () => (await other(form.read, { id })).node).toEqual({ name })
    if (form.open !== null) break
  }
  expect(faults).toEqual([])
})
