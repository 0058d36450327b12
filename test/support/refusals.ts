import type { Page, Response } from 'playwright-core'

/**
 * Collects the operations of a page that GraphQL answers with errors, by HTTP and by WebSocket. Returns a function that
 * waits for the answers that are being read, and returns those since its last call.
 */
export function watchRefusals(page: Page): () => Promise<string[]> {
  let answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/graphql') answers.push(errorsOf(response))
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload)
      if (text.includes('"type":"error"')) answers.push(Promise.resolve(text))
    }),
  )
  return async () => {
    const refused = (await Promise.all(answers)).filter((text) => text !== '')
    answers = []
    return refused
  }
}

/** Errors of an answer. The body of an operation that the page has given up cannot be read. */
async function errorsOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '{}')
  const { errors } = JSON.parse(text) as { errors?: object[] }
  return errors ? `${response.request().postData()} ${JSON.stringify(errors)}`.slice(0, 500) : ''
}
