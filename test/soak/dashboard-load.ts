import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds between two writes. */
const PAUSE_MS = 100
/** Posts that exist at once. An older one is deleted for each new one, so that the data does not grow. */
const MAX_POSTS = 50

type DashboardLoad = { writes: () => number; stop: () => Promise<void> }

/** Starts writes of every kind that the dashboard shows: posts, statuses, votes, comments and deletions. */
export function startDashboardLoad(url: string, apiKey: string): DashboardLoad {
  let writes = 0
  let isStopped = false
  const send = async (method: string, path: string, body?: object): Promise<{ id?: number }> => {
    const response = await fetch(`${url}/api/v3${path}`, {
      method,
      headers: { 'API-KEY': apiKey, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    writes++
    await sleep(PAUSE_MS)
    return JSON.parse(text === '' ? '{}' : text) as { id?: number }
  }
  const run = async () => {
    const posts: number[] = []
    while (!isStopped) {
      const title = `Wish ${writes} of the memory run`
      const { id } = await send('POST', '/feature_requests', { title, description: 'A text of some words.' })
      if (id === undefined) throw new Error('a post without an id')
      posts.push(id)
      const random = posts[writes % posts.length] ?? id
      await send('POST', '/comments', { feature_request_id: random, comment: `Comment ${writes}` })
      await send('PATCH', `/feature_requests/${random}`, { status: writes % 2 ? 'planned' : 'completed' })
      await send('PATCH', `/feature_requests/${id}`, { title: `${title}, changed` })
      const oldest = posts.length > MAX_POSTS ? posts.shift() : undefined
      if (oldest !== undefined) await send('DELETE', `/feature_requests/${oldest}`)
    }
  }
  const running = run()
  return {
    writes: () => writes,
    async stop() {
      isStopped = true
      await running
    },
  }
}
