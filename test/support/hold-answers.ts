import type { Page } from 'playwright-core'

/** Expression for `evaluate` that waits until the page is painted. */
export const PAINTED =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'

/** Holds the answers of operations, over HTTP and the socket, until each is released. */
export async function holdAnswers(page: Page, operations: readonly string[]) {
  const gates = new Map(operations.map((name) => [name, Promise.withResolvers<void>()]))
  const gateOf = (text: string) =>
    gates.get(/(?:query|subscription) (\w+)/.exec(text)?.[1] ?? '')?.promise ?? Promise.resolve()
  await page.route('**/graphql', async (route) => {
    await gateOf(route.request().postData() ?? '')
    await route.continue()
  })
  await page.routeWebSocket(/\/graphql/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage(async (message) => {
      await gateOf(String(message))
      server.send(message)
    })
  })
  return (name: string) => gates.get(name)?.resolve()
}
