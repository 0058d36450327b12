import { randomBytes } from 'node:crypto'
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core'
import { inTransaction } from '../../../src/db/transaction.ts'
import { storeTeamMember } from '../../../src/modules/teams/add-team-member.ts'
import { enterConsole } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium-path.ts'
import { organizationOf, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { measureLive } from '../browser/live.ts'
import { measureLoads } from '../browser/loads.ts'
import { measurePortal } from '../browser/portal.ts'
import { freePort } from '../../support/free-port.ts'
import type { ServerProcess } from '../server-process.ts'

const VIEWPORT = { width: 1360, height: 900 }

/** Resources that the parts of the section share. */
export type Setting = {
  bench: Bench
  browser: Browser
  organization: BenchOrganization
  /** Starts the service at an address that is always the same. */
  start: () => Promise<ServerProcess>
  /** Options of a browser context without a session, and with that of a member of the team. */
  visitor: BrowserContextOptions
  member: BrowserContextOptions
}

/** Measures pages of the console and of the portal in Chromium, and the server's work for those of the portal. */
export async function measurePages(bench: Bench): Promise<string> {
  if (chromiumPath === null)
    return '\n## Pages\n\nNot measured: no Chromium. Install it, or set CHROMIUM_PATH.\n'
  const organization = await organizationOf(bench, bench.options.posts)
  const port = String(await freePort())
  const start = () => bench.startEcholog({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--disable-dev-shm-usage'] })
  try {
    const visitor = { viewport: VIEWPORT }
    const member = { ...visitor, storageState: await signedIn(bench, browser, { organization, start }) }
    const setting = { bench, browser, organization, start, visitor, member }
    const loads = await measureLoads(setting)
    return loads + (await measureLive(setting)) + (await measurePortal(setting))
  } finally {
    await browser.close()
  }
}

/** Signs a new admin of the organization in. Returns the cookies. */
async function signedIn(
  { database }: Bench,
  browser: Browser,
  { organization, start }: Pick<Setting, 'organization' | 'start'>,
) {
  const [email, password] = [
    `pages-${randomBytes(4).toString('hex')}@bench.example`,
    randomBytes(12).toString('hex'),
  ]
  const { kysely } = database
  // Visitors read the portal of a public organization only.
  await kysely
    .updateTable('organizations')
    .set({ visibility: 'public' })
    .where('id', '=', organization.id)
    .execute()
  await inTransaction(kysely, (tx) =>
    storeTeamMember(tx, organization.id, { email, password, role: 'admin', name: 'Reader', accepted: true }),
  )
  await using server = await start()
  const context = await browser.newContext()
  await enterConsole(
    await context.newPage(),
    `${server.url}/console/${organization.slug}`,
    { email },
    password,
  )
  const { cookies } = await context.storageState()
  await context.close()
  return { cookies, origins: [] }
}
