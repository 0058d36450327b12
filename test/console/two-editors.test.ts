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

test('a form keeps the description that somebody else has written since it was opened', async () => {
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
  await dialog.getByRole('alert').getByText('Somebody else has changed this post').waitFor()
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
  ['the own fields of a customer', 'Edit fields', 'Own fields'],
])('%s that somebody else has changed is not overwritten', async (_what, button, title) => {
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
  await dialog.getByRole('alert').getByText('Somebody else has changed this person').waitFor()
  const { customer } = await other('query ($id: ID!) { customer(by: { id: $id }) { labels customFields } }', {
    id,
  })
  expect(customer).toMatchObject({ labels: ['vip'], customFields: { plan: 'pro' } })
  expect(faults).toEqual([])
})
