import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { storeTeamMember } from '../../src/modules/teams/add-team-member.ts'
import { enterConsole, useBrowser, type WatchedPage } from '../support/browser.ts'
import { follow } from '../support/check-pages.ts'
import { givePassword } from '../support/clients/sessions.ts'
import { startScene, type Scene } from '../support/fixtures/scene.ts'
import { watchRefusals } from '../support/refusals.ts'
import { FOR_ADMINS, linksOf } from './navigation.ts'
import { CONSOLE_PAGES } from './pages.ts'

/** Roles except that of admins, as which `pages.test.ts` opens every page. */
const ROLES = ['member', 'csm', 'collaborator'] as const
/** Pages that everybody of the team reads, and only admins change. */
const CHANGED_BY_ADMINS = /^\/\$organization\/(team|settings)$/
/** Controls of a page that a person can use, without the button of the palette. */
const CONTROLS = 'main :is(button, input, select, textarea):enabled:visible:not(:has-text("Search or run"))'
const browser = useBrowser()
let scene: Scene
const people = new Map<string, WatchedPage & { refusals: () => Promise<string[]> }>()

beforeAll(async () => {
  scene = await startScene()
  await Promise.all(ROLES.map(enter))
})
afterAll(() => scene?.stop())

/** Signs a person of a role in, on one page that all cases of the role use. */
async function enter(role: (typeof ROLES)[number]): Promise<void> {
  const watched = await browser.open({ viewport: { width: 1360, height: 900 } })
  const refusals = watchRefusals(watched.page)
  const { email } = await addMember(role)
  await enterConsole(watched.page, `${scene.app.url}/console/${scene.slug}`, { email })
  people.set(role, { ...watched, refusals })
}

async function addMember(role: (typeof ROLES)[number]) {
  const { services, database } = scene.app
  const { id } = await database.kysely
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', scene.slug)
    .executeTakeFirstOrThrow()
  const email = `${role}@roles.example`
  const { accountId } = await inTransaction(services.db, (tx) =>
    storeTeamMember(tx, id, { email, role, name: `A ${role}`, accepted: true }),
  )
  await givePassword(scene.app, [{ accountId: Number(accountId) }])
  return { email }
}

const CASES = ROLES.flatMap((role) => CONSOLE_PAGES.map((entry) => ({ ...entry, role, entry })))

test.each(CASES)('$role on $route is refused nothing that it asks or offers', async ({ role, entry }) => {
  const person = people.get(role)
  if (!person) throw new Error(`Nobody is a ${role}`)
  const { page, faults } = person
  faults.length = 0
  await person.refusals()
  const isRefused = FOR_ADMINS.test(entry.route)
  const isReadOnly = CHANGED_BY_ADMINS.test(entry.route)
  const notice = isRefused ? /^Only admins see/ : isReadOnly && /^Admins (invite people|change these)/
  await follow(page, scene, entry.address(scene), notice || entry.shows(scene))
  if (isRefused || isReadOnly) expect(await page.locator(CONTROLS).allTextContents()).toEqual([])
  const links = await linksOf(page)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((path) => FOR_ADMINS.test(path))).toEqual([])
  expect([...(await person.refusals()), ...faults]).toEqual([])
})
