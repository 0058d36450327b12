import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { mailsOf, queue, sendMails } from '../support/fixtures/mails.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/${path}`
const LINK = 'http://127.0.0.1/sign-in/tok'

beforeAll(() => givePassword(app, [tenant.admin]))

test('an admin finds a stored code, sends a test, cancels it, and sets the sender', async () => {
  const { id } = tenant.organization
  await app.database.pool.query(`update organizations set sign_up = 'open' where id = $1`, [id])
  const worker = sendMails(app, null)
  await queue(app, id, { kind: 'sign_in_code', values: { code: '483920', link: LINK } })
  await queue(app, id, { kind: 'invitation', email: 'late@people.example', values: {} })
  const states = async () => (await mailsOf(app, id)).map(({ state }) => state)
  await expect.poll(states).toEqual(['stored', 'skipped'])
  await worker.stop()

  const { page, faults } = await browser.open()
  await enterConsole(page, address('developers/mail'), tenant.admin)
  await page.getByText('No mail is sent: messages are stored here').waitFor()
  const list = page.getByRole('list', { name: 'Mails' })
  await list.getByText('The invitation is not open any more').waitFor()
  await page.getByLabel('State', { exact: true }).selectOption('STORED')
  await list.getByRole('button', { name: 'Sign-in code' }).click()
  await page.getByRole('region', { name: 'Message' }).getByText('483 920').waitFor()
  expect(await page.getByRole('link', { name: LINK }).getAttribute('href')).toBe(LINK)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('button', { name: 'Send me a test' }).click()
  await list.getByRole('button', { name: /Waiting.*Test/ }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await list.getByText('An admin canceled it').first().waitFor()

  await page.goto(address('settings/mail'))
  await page.getByLabel('Name of the sender').fill('Acme feedback')
  await page.getByLabel('Text below mails').fill('1 Main Street')
  await page.getByLabel('Address for answers').fill('help@acme.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Sender: saved.').waitFor()
  const { rows } = await app.database.pool.query(
    'select mail_sender_name, mail_sender_address, mail_reply_to, mail_footer from organizations where id = $1',
    [id],
  )
  expect(rows).toEqual([
    {
      mail_sender_name: 'Acme feedback',
      mail_sender_address: null,
      mail_reply_to: 'help@acme.example',
      mail_footer: '1 Main Street',
    },
  ])
  await page.getByLabel('Address of the sender').fill('ceo@other.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Cannot be used, because no mail is sent').waitFor()
  expect(faults).toEqual([])
})

test('an admin ends a suppression after a question, and a complaint has no button', async () => {
  const { id } = tenant.organization
  await app.database.pool.query(
    `insert into mail_suppressions (organization_id, email, reason, detail) values
      ($1, 'gone@people.example', 'bounce', '550 5.1.1 No such user'), ($1, 'spam@people.example', 'complaint', 'abuse')`,
    [id],
  )
  const customer = await run(
    app,
    tenant.keyAndAdmin,
    'mutation { createCustomer(input: { email: "spam@people.example" }) { customer { databaseId } } }',
  )
  const { page, faults } = await browser.open()
  await enterConsole(
    page,
    address(`customers/cus_${customer.createCustomer.customer.databaseId}`),
    tenant.admin,
  )
  await page.getByText('Reported as unwanted').waitFor()
  await page.goto(address('developers/mail'))
  const list = page.getByRole('region', { name: 'Suppressed addresses' })
  await list.getByText('spam@people.example').waitFor()
  expect(await list.getByRole('button').count()).toBe(1)
  await list.getByRole('button', { name: 'Allow mail to gone@people.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow mail' }).click()
  await list.getByText('550 5.1.1').waitFor({ state: 'detached' })
  const { rows } = await app.database.pool.query(
    'select email from mail_suppressions where organization_id = $1',
    [id],
  )
  expect(rows).toEqual([{ email: 'spam@people.example' }])
  expect(faults).toEqual([])
})

test('the page of a customer leads to their mails, and the dashboard says that no mail leaves the server', async () => {
  const { id } = tenant.organization
  const { createCustomer } = await run(
    app,
    tenant.keyAndAdmin,
    'mutation { createCustomer(input: { email: "zoe@people.example" }) { customer { id } } }',
  )
  for (const email of ['zoe@people.example', 'other@people.example']) await queue(app, id, { email })
  const { page, faults } = await browser.open()
  await enterConsole(page, address(`customers/${createCustomer.customer.id}`), tenant.admin)
  await page.getByRole('link', { name: 'Mails to this person' }).click()
  const list = page.getByRole('list', { name: 'Mails' })
  await list.getByText('zoe@people.example').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await list.getByText('other@people.example').waitFor()

  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mailSettings')) return route.fallback()
    const answer = await route.fetch()
    const text = (await answer.text()).replace('"isPublic":false', '"isPublic":true')
    await route.fulfill({ response: answer, body: text })
  })
  await page.goto(address(''))
  await page.getByText('People cannot sign in by code').waitFor()
  await page.getByRole('link', { name: 'Open the mails' }).click()
  await list.waitFor()
  expect(faults).toEqual([])
})
