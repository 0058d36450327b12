import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** A page of another site, as the developer of an app has it. */
export type ForeignSite = {
  /** Origin. Its host is `localhost`, which is another site than `127.0.0.1`. */
  origin: string
  /** Sets the HTML of its page `/`. Every other path is an empty page. */
  show: (html: string) => void
  /** Follows a link of the site in a browser, and waits for an address that matches. */
  followLink: (page: Page, to: string, matching: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts a web server of another site. */
export async function startForeignSite(): Promise<ForeignSite> {
  let page = ''
  const server = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>App</title><link rel="icon" href="data:,">${url === '/' ? page : ''}`)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    show: (html) => void (page = html),
    async followLink(to, link, matching) {
      page = `<a href="${link.replaceAll('&', '&amp;')}">Connect</a>`
      await to.goto(origin)
      await to.getByRole('link', { name: 'Connect' }).click()
      await to.waitForURL(matching)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
