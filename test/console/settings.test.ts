import { beforeAll, expect, test } from 'vitest'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { run } from '../support/clients/operations.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { png } from '../support/fixtures/pictures.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const browser = useBrowser()
let opened: WatchedPage
const address = (path: string) => `${app.url}/console/${tenant.organization.slug}/${path}`
const admin = (query: string, variables = {}) => run(app, tenant.admin.session, query, variables)

beforeAll(async () => {
  await givePassword(app, [tenant.admin])
  opened = await browser.open({ viewport: { width: 1360, height: 900 } })
  await enterConsole(opened.page, address('boards'), tenant.admin)
})

const rowsOf = (list: string) =>
  opened.page.getByRole('list', { name: list }).getByRole('listitem').allInnerTexts()
const firstLines = async (list: string) => (await rowsOf(list)).map((text) => text.split('\n')[0]?.trim())

test('boards are created, changed, moved, and deleted with a board for their posts', async () => {
  const { page, faults } = opened
  const list = 'Boards in their order'
  await page.getByRole('button', { name: 'New board' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bugs')
  await page.getByLabel('Private').check()
  await page.getByRole('button', { name: 'Create board' }).click()
  await expect.poll(() => firstLines(list)).toEqual(['Feedback', 'Bugs'])
  await page.getByRole('button', { name: 'Move Bugs up' }).click()
  await expect.poll(() => firstLines(list)).toEqual(['Bugs', 'Feedback'])

  await page.getByRole('button', { name: 'Edit Bugs' }).click()
  const { bucket } = await admin('{ bucket(by: { slug: "bugs" }) { id } }')
  // The page reads the change before the form is sent.
  const [change] = await Promise.all([
    page.waitForResponse(async (response) => (await response.text().catch(() => '')).includes('"Else"')),
    admin(
      'mutation ($id: ID!) { updateBucket(input: { id: $id, description: "Else" }) { bucket { id } } }',
      bucket,
    ),
  ])
  await change.finished()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Faults')
  await page.getByLabel('Private').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('has changed this board').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Edit Bugs')
  await expect.poll(async () => (await rowsOf(list))[0]).toContain('Else')
  await page.getByRole('button', { name: 'Edit Bugs' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Faults')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => firstLines(list)).toEqual(['Faults', 'Feedback'])

  await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'Dark mode', description: 'x' },
  })
  await expect.poll(async () => (await rowsOf(list))[1]).toContain('1 post')
  await page.getByRole('button', { name: 'Delete Feedback' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete board' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Its posts move to').selectOption({ label: 'Faults' })
  await dialog.getByLabel('Type Feedback to confirm').fill('Feedback')
  await confirm.click()
  await page.getByText('Its posts are in Faults').waitFor()
  await expect.poll(() => rowsOf(list)).toEqual([expect.stringContaining('1 post')])
  expect(faults).toEqual([])
})

test('statuses are created with a checked color, reordered, and kept while posts have them', async () => {
  const { page, faults } = opened
  const list = 'Statuses in the order of the workflow'
  await page.goto(address('statuses'))
  await page.getByRole('button', { name: 'New status' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Beta')
  await page.getByLabel('Kind').selectOption('IN_PROGRESS')
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#fde047')
  await page.getByText('Hard to see on light pages').waitFor()
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#a16207')
  await page.getByText('Easy to see').waitFor()
  await page.getByRole('button', { name: 'Create status' }).click()
  await expect.poll(async () => (await firstLines(list)).at(-1)).toBe('Beta')
  const before = await firstLines(list)
  await page.getByRole('button', { name: 'Move Beta up' }).click()
  await expect.poll(() => firstLines(list)).toEqual([...before.slice(0, -2), 'Beta', before.at(-2)])

  await page.getByRole('button', { name: 'Delete Submitted' }).click()
  await page.getByRole('dialog').getByText('1 post has this status').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete Beta' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete status' }).click()
  await expect.poll(() => firstLines(list)).toEqual(before.slice(0, -1))
  expect(faults).toEqual([])
})

test('tags are created, renamed, refused twice, and deleted by name', async () => {
  const { page, faults } = opened
  const list = 'Tags by name'
  await page.goto(address('tags'))
  await page.getByText('No tags yet').waitFor()
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'New tag' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Create tag' }).click()
  }
  await create('  ')
  await page.getByText('Name can’t be blank').waitFor()
  await page.keyboard.press('Escape')
  await create('Mobile')
  await expect.poll(() => firstLines(list)).toEqual(['Mobile'])
  await create('mobile')
  await page.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit Mobile' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Apps')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => rowsOf(list)).toEqual([expect.stringMatching(/Apps\s+No posts/)])
  await page.getByRole('button', { name: 'Delete Apps' }).click()
  await page.getByLabel('Type Apps to confirm').fill('Apps')
  await page.getByRole('button', { name: 'Delete tag' }).click()
  await page.getByText('No tags yet').waitFor()
  expect(faults).toEqual([])
})

test('settings are stored part by part, and explain visibility and a color', async () => {
  const { page, faults } = opened
  await page.goto(address('settings'))
  const part = (name: string) => page.getByRole('form', { name })
  await part('General').getByRole('textbox', { name: 'Name', exact: true }).fill('Fernpad')
  await part('General').getByRole('button', { name: 'Save' }).click()
  await page.getByText('General: saved.').waitFor()
  await expect.poll(() => page.locator('summary', { hasText: 'Switch' }).innerText()).toContain('Fernpad')
  await part('Colors').getByRole('textbox', { name: 'Primary color', exact: true }).fill('#fde047')
  await part('Colors').getByText('there the portal uses a darker shade').waitFor()
  const field = (name: string) => part('Colors').getByRole('textbox', { name, exact: true })
  await expect.poll(() => field('Lighter shade').inputValue()).toBe('#fffced')
  await field('Darker shade').fill('#123456')
  await field('Primary color').fill('#ffd000')
  expect(await field('Darker shade').inputValue()).toBe('#123456')
  await expect.poll(() => field('Lighter shade').inputValue()).not.toBe('#fffced')
  await part('Colors').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Colors: saved.').waitFor()
  await part('Portal').getByText('Anyone on the internet').waitFor()
  await part('Portal').getByLabel('Everyone').check()
  await part('Portal').getByLabel('Own address').fill(app.url)
  await part('Portal').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Cannot be the address of this server').waitFor()
  await part('Portal').getByLabel('Own address').fill('')
  await part('Portal').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Portal: saved.').waitFor()
  await part('Without signing in').getByLabel('Visitors may vote').check()
  await part('Without signing in').getByText('until the team approves them').waitFor()
  await part('Without signing in').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Without signing in: saved.').waitFor()
  const picture = { name: 'logo.png', mimeType: 'image/png', buffer: png() }
  await page
    .getByLabel('Upload a picture')
    .last()
    .setInputFiles({ ...picture, buffer: Buffer.from('no') })
  await page.getByText('The picture was not stored').waitFor()
  await page.getByLabel('Upload a picture').last().setInputFiles(picture)
  await expect
    .poll(() => part('General').getByLabel('Address of the logo').inputValue())
    .toMatch(/\/uploads\/[\w-]{22}\.png$/)
  await part('General').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await admin('{ organization { avatarUrl } }')).organization.avatarUrl)
    .toMatch(/\/uploads\//)
  const { organization } = await admin(
    '{ organization { name visibility colorPrimary anonymousVotes anonymousPosts } }',
  )
  expect(organization).toEqual({
    ...{ name: 'Fernpad', visibility: 'PUBLIC', colorPrimary: '#ffd000' },
    ...{ anonymousVotes: true, anonymousPosts: false },
  })
  expect(faults.splice(0)).toEqual([expect.stringContaining('415')])
})

test.each(['boards', 'settings/sso', 'settings/widget', 'imports', 'imports/new', 'exports'])(
  'the settings are open in the navigation: %s',
  async (path) => {
    await opened.page.goto(address(path))
    const link = opened.page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: 'Settings' })
    await expect.poll(() => link.getAttribute('data-status')).toBe('active')
  },
)
