import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { testBrowserPath } from './chromium-path.ts'
import { DEADLINE_MS } from './deadline.ts'
import type { Person } from './fixtures/scenario.ts'
import { PASSWORD } from './clients/sessions.ts'

/** Widths of a page, in pixels: a desk and a phone. */
export const WIDTHS = [1360, 390] as const
/** Tags of the rules of WCAG 2.2 AA. Other rules report what is not part of it. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Those of them that depend on colors, which are all that a theme changes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** The rules as a minified script: parsing the readable one takes longer than many checks. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Host name of this machine in the browser, for the portal of an organization. */
export const OWN_HOST = 'ideas.acme.example'
// Containers have little shared memory.
const FLAGS = ['--disable-dev-shm-usage', `--host-resolver-rules=MAP ${OWN_HOST} 127.0.0.1`]

/** A page, and what it must never do: break its policy, throw, log an error or fail a request. */
export type WatchedPage = { page: Page; faults: string[] }

/** The browser of this process. It ends with the process. */
let shared: Promise<Browser> | undefined

/** Returns the browser of this process, which files use one after the other. Starts one instead of one that crashed. */
async function browserOfWorker(): Promise<Browser> {
  const present = await shared
  if (present?.isConnected()) return present
  shared = launch()
  return shared
}

async function launch(): Promise<Browser> {
  if (testBrowserPath === null)
    throw new Error('No Chromium: install the package chromium-headless-shell, or set CHROMIUM_PATH')
  return chromium.launch({ executablePath: testBrowserPath, args: FLAGS })
}

/** Gets a browser before the tests of the file. Its pages close after them. */
export function useBrowser() {
  let browser: Browser | undefined
  const contexts: BrowserContext[] = []
  beforeAll(async () => {
    browser = await browserOfWorker()
  })
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()))
  })
  return {
    /** Opens a page in a context of its own: without a session of another page. */
    async open(options: BrowserContextOptions = {}): Promise<WatchedPage> {
      if (!browser) throw new Error('The browser is available only in hooks and tests')
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
      contexts.push(context)
      context.setDefaultTimeout(DEADLINE_MS)
      const page = await context.newPage()
      return { page, faults: watchFaults(page) }
    },
  }
}

/** Opens an address of the console, and signs a person in on the way. */
export async function enterConsole(
  page: Page,
  url: string,
  { email }: Pick<Person, 'email'>,
  password = PASSWORD,
): Promise<void> {
  await page.goto(url)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel(/password/i).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await page.waitForURL(`${new URL('/console', url).href}**`)
}

/** How long the console shows a notification, in milliseconds. */
const NOTIFICATION_MS = 8_000

/** Keeps the notifications of a page, so that their buttons can be used however slow the machine is. */
export const keepNotifications = (page: Page): Promise<unknown> =>
  page.addInitScript((endsAfter) => {
    const start = window.setTimeout.bind(window)
    const later = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(run, ms === endsAfter ? 600_000 : ms, ...rest)
    window.setTimeout = later as typeof window.setTimeout
  }, NOTIFICATION_MS)

/** Collects faults of a page. Chromium logs a violation of the policy as an error. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // The page that a link leaves gives up its requests.
    if (reason !== 'net::ERR_ABORTED') faults.push(`${request.url()} ${reason}`)
  })
  return faults
}

/**
 * Returns the violations of WCAG 2.2 AA, each with the elements. For a page that is also examined in the light theme,
 * `dark` leaves out the rules that do not depend on colors.
 */
export async function violationsOf(page: Page, theme: 'light' | 'dark' = 'light'): Promise<string[]> {
  // No script runs in a frame with a sandbox, so no rule does.
  const isSandboxed = (await page.locator('iframe[sandbox]').count()) > 0
  const hasFrames = page.frames().length > 1 && !isSandboxed
  if (!hasFrames) await loadAxe(page)
  // The builder loads its source twice for each check, into every frame.
  const axe = new AxeBuilder({ page, axeSource: hasFrames ? AXE : ';' }).options({
    resultTypes: ['violations'],
  })
  // Without frames, no further page is needed to merge their results.
  axe.setLegacyMode(!hasFrames)
  if (isSandboxed) axe.exclude('iframe[sandbox]')
  const rules = theme === 'dark' ? axe.withRules(COLOR_RULES) : axe.withTags(RULES)
  const { violations } = await rules.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Loads the rules into the document of a page that does not have them yet. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate('typeof window.axe?.run === "function"'))) await page.evaluate(AXE)
}
