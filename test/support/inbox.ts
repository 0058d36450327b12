import type { TestApp } from './app.ts'
import { enterConsole, keepNotifications, type useBrowser } from './browser.ts'
import { givePassword } from './clients/sessions.ts'
import type { Tenant } from './fixtures/scenario.ts'

/** The inbox of the console in a browser. */
export type Inbox = Awaited<ReturnType<typeof openInbox>>

/**
 * Creates posts, `Idea 1` first, and opens the inbox as the tenant's admin. `ids` are in the order of the list, in
 * which the newest is the first.
 */
export async function openInbox(
  app: TestApp,
  tenant: Tenant,
  browser: ReturnType<typeof useBrowser>,
  count: number,
) {
  const address = `${app.url}/console/${tenant.organization.slug}/posts`
  /** Sends a REST request that succeeds. Returns its body. */
  const send = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const ids: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const post = { title: `Idea ${number}`, description: 'Why it helps' }
    ids.unshift((await send('POST', '/feature_requests', post)).id as number)
  }
  await givePassword(app, [tenant.admin])
  const { page, faults } = await browser.open({ viewport: { width: 1360, height: 1000 } })
  await keepNotifications(page)
  await enterConsole(page, address, tenant.admin)
  const links = page.locator('[data-post]')
  await links.nth(count - 1).waitFor()
  return {
    page,
    faults,
    address,
    ids,
    send,
    rows: page.getByRole('list', { name: 'Posts' }).getByRole('listitem'),
    toasts: page.getByRole('region', { name: 'Notifications' }),
    titles: () => links.allTextContents(),
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    statusOf: async (id: number | undefined) =>
      JSON.stringify((await send('GET', `/feature_requests/${id}`)).status),
  }
}
