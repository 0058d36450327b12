import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { addressIn } from '../support/clients/invitations.ts'
import { run } from '../support/clients/operations.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const browser = useBrowser()
let tenant: Tenant
let opened: WatchedPage
let folder: string
const address = (path = '') => `${app.url}/console/acme${path}`
const admin = (query: string) => run(app, tenant.admin.session, query)

beforeAll(async () => {
  folder = await mkdtemp(`${ROOT}node_modules/.cache-example-`)
  tenant = await createTenant(app, 'acme')
  await givePassword(app, [tenant.admin])
  opened = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(opened.page, address(), tenant.admin)
})
afterAll(() => rm(folder, { recursive: true }))

const stepOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: name })
const isDone = async (name: string) =>
  (await stepOf(opened.page, name).getByText('Done', { exact: true }).count()) === 1

test('an empty organization begins with steps, and asks who may see the portal without a default', async () => {
  const { page, faults } = opened
  const first = stepOf(page, 'Who may see the portal?')
  await first.waitFor()
  await page.getByText('0 of 8 done').waitFor()
  expect(await page.getByRole('region', { name: 'Most wanted' }).count()).toBe(0)
  expect(await first.getByRole('radio', { checked: true }).count()).toBe(0)
  await first.getByRole('button', { name: 'Save' }).click()
  await first.getByText('Choose one of the two').waitFor()
  await first.getByRole('radio', { name: 'Everyone' }).check()
  await first.getByRole('button', { name: 'Save' }).click()
  await page.getByText('1 of 8 done').waitFor()
  const { organization } = await admin('{ organization { visibility signUp } }')
  expect(organization).toEqual({ visibility: 'PUBLIC', signUp: 'OPEN' })
  await stepOf(page, 'Share the portal').getByRole('img', { name: 'QR code' }).waitFor()
  await stepOf(page, 'Share the portal').getByText(`${app.url}/@acme`).waitFor()
  expect(faults).toEqual([])
})

test('a closed portal lets known people join, and its choice counts in this browser', async () => {
  const other = await createTenant(app)
  await givePassword(app, [other.admin])
  const { page } = await browser.open({ viewport: { width: 390, height: 844 } })
  await enterConsole(page, `${app.url}/console/${other.organization.slug}`, other.admin)
  const first = stepOf(page, 'Who may see the portal?')
  await first.getByRole('radio', { name: 'Signed-in people' }).check()
  await first.getByRole('button', { name: 'Save' }).click()
  await first.getByText('Done', { exact: true }).waitFor()
  await page.reload()
  await first.getByText('Done', { exact: true }).waitFor()
  const { organization } = await run(app, other.admin.session, '{ organization { visibility signUp } }')
  expect(organization).toEqual({ visibility: 'MEMBERS', signUp: 'KNOWN' })
})

test('ticks come from the data, the figures come with the first post, and the button ends the steps', async () => {
  const { page, faults } = opened
  await admin('mutation { updateOrganization(input: { colorPrimary: "#1f7a55" }) { organization { id } } }')
  await admin('mutation { createBucket(input: { name: "Bugs" }) { bucket { id } } }')
  await admin(
    `mutation { inviteTeamMember(input: { email: "${addressIn(tenant, 'ann')}", role: MEMBER }) { token } }`,
  )
  await expect.poll(() => isDone('Set up boards')).toBe(true)
  await expect.poll(() => isDone('Set your color')).toBe(true)
  await expect.poll(() => isDone('Invite your team')).toBe(true)
  await page.goto(address('/settings/widget'))
  await page.getByRole('button', { name: 'Copy snippet' }).click()
  await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'Dark mode', description: 'x' },
  })
  await page.goto(address())
  await page.getByText('6 of 8 done').waitFor()
  await page.getByRole('region', { name: 'Most wanted' }).getByText('Dark mode').waitFor()
  await page.getByRole('button', { name: 'Hide these steps' }).click()
  await page.getByRole('region', { name: 'First steps' }).waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('region', { name: 'Most wanted' }).getByText('Dark mode').waitFor()
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('the snippet has the choices of the person, and the preview follows them', async () => {
  const { page, faults } = opened
  await page.goto(address('/settings/widget'))
  const snippet = page.getByLabel('snippet', { exact: true })
  const frame = page.frameLocator('iframe[title="Preview"]')
  await frame.getByText('Nothing is published here yet').waitFor()
  await page.getByLabel('Caption').fill('<News> & "more"')
  await page.getByLabel('Element').fill('#news')
  expect(await snippet.innerText()).toBe(
    `<script src="${app.url}/widget.js" data-organization="acme" data-label="&lt;News&gt; &amp; &quot;more&quot;" data-target="#news" async></script>`,
  )
  await page.getByText('<News> & "more"', { exact: true }).waitFor()
  await admin('mutation { updateOrganization(input: { visibility: MEMBERS }) { organization { id } } }')
  await page.reload()
  await page.getByText('The portal is closed to visitors').waitFor()
  expect(faults).toEqual([])
})

test('the example signs a person in with the new key that it contains', async () => {
  const { page, faults } = opened
  await page.goto(address('/settings/sso'))
  const example = page.getByLabel('example', { exact: true })
  expect(await example.innerText()).toContain('process.env.ECHOLOG_SSO_KEY')
  await page.getByRole('button', { name: 'Make a new key' }).click()
  await page.getByLabel('Type acme to confirm').fill('acme')
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new key' }).click()
  const key = await page.getByLabel('SSO key', { exact: true }).innerText()
  for (const language of ['Python', 'Ruby', 'PHP', 'JavaScript']) {
    await page.getByRole('radio', { name: language }).check({ force: true })
    await expect.poll(() => example.innerText()).toContain(key)
    expect(await example.innerText(), language).toContain(`${app.url}/@acme/sso?token=`)
  }
  const file = `${folder}/example.mjs`
  await writeFile(file, await example.innerText())
  const { feedbackLink } = (await import(file)) as { feedbackLink: (user: object) => Promise<string> }
  const link = await feedbackLink({ email: 'ada@people.example', name: 'Ada', plan: 'pro' })
  const visitor = new PageVisitor(app)
  const answer = await visitor.open(link.slice(app.url.length))
  expect([answer.status, answer.location]).toEqual([303, '/@acme'])
  expect((await visitor.open('/sign-in')).text).toContain('ada@people.example')
  expect(faults).toEqual([])
})
