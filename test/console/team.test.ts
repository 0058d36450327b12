import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser } from '../support/browser.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import type { Person } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/${path}`

beforeAll(() => givePassword(app, [tenant.admin]))

test('an invitation is shown once, renewed, accepted, and then a member; the last admin stays', async () => {
  const { page, faults } = await browser.open()
  await enterConsole(page, address('team'), tenant.admin)
  const email = `ann@${tenant.organization.slug}.example`
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = page.getByLabel('invitation link', { exact: true })
  const first = await link.innerText()
  await page.getByText(`give it to ${email} yourself`).waitFor()
  await page.getByRole('button', { name: `New link for ${email}` }).click()
  await expect.poll(() => link.innerText()).not.toBe(first)
  const next = new URL(await link.innerText()).pathname
  const visitor = new PageVisitor(app)
  expect((await visitor.open(new URL(first).pathname)).status).toBe(404)
  expect((await visitor.submit({ action: next, fields: { password: PASSWORD, name: 'Ann' } })).status).toBe(
    303,
  )
  const role = page.getByLabel('Role of Ann')
  await role.waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Open invitations' }).count()).toBe(0)
  await role.selectOption('CSM')
  await page.getByLabel('Role of admin').selectOption('MEMBER')
  await page.getByText('is the last admin who can sign in').waitFor()
  await page.getByRole('button', { name: 'Remove Ann' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => role.count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(['member', 'csm', 'collaborator'] as const)(
  'a %s is offered no change of the team or the settings, and is refused one',
  async (role) => {
    const person: Person = await tenant.member(role)
    await givePassword(app, [person])
    const { page, faults } = await browser.open()
    await enterConsole(page, address('team'), person)
    await page.getByRole('list', { name: 'Members' }).getByText(person.email).waitFor()
    expect(await page.getByRole('button', { name: /^(Remove|Invite)/ }).count()).toBe(0)
    expect(await page.getByLabel(/^Role of/).count()).toBe(0)
    await page.goto(address('settings'))
    await page.getByText('Admins change these settings').waitFor()
    expect(await page.getByRole('button', { name: /^(Save|Make)/ }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled()).toBe(true)
    for (const change of [
      'inviteTeamMember(input: { email: "x@y.example", role: ADMIN })',
      'updateOrganization(input: { name: "x" })',
      'rotateSsoKey(input: {})',
    ]) {
      const { body } = await app.graphql(`mutation { ${change} { errors { message } } }`, {}, person.session)
      expect(body.errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
    }
    expect(faults).toEqual([])
  },
)
