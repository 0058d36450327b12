import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site that people should not have opened: any path is an empty page without a policy. */
export type HostileSite = {
  /** Address on the host of the service: another port, and the same site. */
  samePort: string
  /** Address of another site. */
  otherSite: string
  /** Headers of the requests that have arrived, in one text. */
  received: string[]
  close(): Promise<void>
}

export async function startHostileSite(): Promise<HostileSite> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.url} ${JSON.stringify(request.headers)}`)
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Prize</title>')
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    samePort: `http://127.0.0.1:${port}`,
    otherSite: `http://localhost:${port}`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Script of a hostile page: everything it can send to the service with the cookie, and what it could read of the
 * answers. Evaluates to a list of lines.
 */
export const attackScript = (target: string, organization: string): string => `(async () => {
  const target = ${JSON.stringify(target)}, slug = ${JSON.stringify(organization)}
  const viewer = '{ viewer { account { email } } }'
  const create = 'mutation { createPost(input: { title: "Forged" }) { post { id } } }'
  const json = { 'Content-Type': 'application/json', 'X-Organization': slug }
  const post = (headers, query) => ({ method: 'POST', credentials: 'include', headers, body: JSON.stringify({ query }) })
  const read = async (path, options) => {
    try { return (await (await fetch(target + path, { credentials: 'include', ...options })).text()).slice(0, 200) }
    catch { return 'blocked' }
  }
  const socket = new Promise((done) => {
    const open = new WebSocket(target.replace('http', 'ws') + '/graphql', 'graphql-transport-ws')
    const send = (message) => open.send(JSON.stringify(message))
    open.onopen = () => send({ type: 'connection_init', payload: { 'X-Organization': slug } })
    open.onmessage = ({ data }) => {
      const message = JSON.parse(data)
      if (message.type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query: viewer } })
      if (message.id === '1' && message.type !== 'complete') done(data)
    }
    open.onclose = ({ code }) => done('closed ' + code)
  })
  const stream = new Promise((done) => {
    const source = new EventSource(target + '/graphql?query=' + encodeURIComponent('subscription { events { id } }'), { withCredentials: true })
    source.onmessage = ({ data }) => done('event ' + data)
    source.onerror = () => { source.close(); done('blocked') }
  })
  const image = (path) => new Promise((done) => {
    const picture = new Image()
    picture.onload = () => done('loaded')
    picture.onerror = () => done('blocked')
    picture.src = target + path
  })
  return [
    await read('/graphql', post(json, viewer)),
    await read('/graphql', post({ 'Content-Type': 'text/plain' }, create)),
    await read('/graphql', { ...post({ 'Content-Type': 'text/plain' }, create), mode: 'no-cors' }),
    await read('/graphql?query=' + encodeURIComponent(viewer), {}),
    await read('/session', { method: 'DELETE' }),
    await read('/session', { method: 'POST', body: new URLSearchParams({ email: 'a@b.example', password: 'x' }) }),
    await read('/session/end', { method: 'POST', body: new URLSearchParams() }),
    await read('/uploads', { method: 'POST', body: new FormData() }),
    await read('/oauth/authorize', { method: 'POST', body: new URLSearchParams({ answer: 'allow' }) }),
    await read('/api/v3/feature_requests', {}),
    await read('/console/' + slug, {}),
    await image('/session/end'),
    await socket,
    await stream,
  ]
})()`
