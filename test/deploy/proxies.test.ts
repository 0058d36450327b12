import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { openSocket } from '../support/clients/sockets.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { png } from '../support/fixtures/pictures.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { isInstalled } from '../support/installed.ts'
import { ask, startProxy, type Proxy, type ProxyName } from '../support/proxy.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIMIT = 200
const MEGABYTE = 1_048_576
const app = useApp({
  trustedProxies: ['127.0.0.1'],
  rateLimitPerMinute: LIMIT,
  quotas: { importBytes: 64 * MEGABYTE },
})
const tenant = useTenant(app)
const NEW_POSTS = 'subscription { events(filter: { types: [POST_CREATED] }) { id } }'

const { NODE_TLS_REJECT_UNAUTHORIZED: before } = process.env
beforeAll(async () => {
  // The certificate is one for tests.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  await openPortal(app, tenant, { portalUrl: 'https://ideas.example' })
})
afterAll(() => {
  if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
})

const PROXIES: ProxyName[] = ['nginx', 'haproxy']
describe.each(PROXIES.map((name) => ({ name, skip: !isInstalled(name) })))('$name', ({ name, skip }) => {
  let proxy: Proxy
  beforeAll(async () => {
    if (!skip) proxy = await startProxy(name, app.url)
  })
  afterAll(() => proxy?.stop())

  test.skipIf(skip)(
    'passes requests on, with their host and scheme, and hides what is for operators',
    async () => {
      const headers = { ...tenant.keyAndAdmin, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ title: `By ${name}` })
      const posts = `${proxy.url}/api/v3/feature_requests`
      for (let count = 0; count < 2; count++)
        expect((await fetch(posts, { method: 'POST', headers, body })).status).toBe(201)
      const { headers: answered } = await fetch(`${posts}?per_page=1`, { headers: tenant.keyAndAdmin })
      expect(answered.get('Link')).toContain(`<${posts}?`)
      const list = await ask(proxy.url, {
        path: '/api/v3/feature_requests?per_page=1',
        headers: tenant.keyAndAdmin,
      })
      expect(list.text).toContain(`By ${name}`)
      expect((await ask(proxy.url, { path: `/@${tenant.organization.slug}` })).status).toBeLessThan(400)
      for (const path of ['/metrics', '/readyz', '/healthz'])
        expect((await ask(proxy.url, { path })).status, path).toBe(404)
    },
  )

  test.skipIf(skip)('passes each event of a stream and of a socket on when it happens', async () => {
    const stream = await readEvents(proxy, NEW_POSTS, tenant.admin.session)
    const socket = await openSocket(proxy)
    socket.send({ type: 'connection_init', payload: tenant.admin.session })
    await socket.received(({ type }) => type === 'connection_ack')
    socket.subscribe('1', NEW_POSTS)
    for (const count of [1, 2]) {
      // The subscription of the socket may begin after the first event.
      await expect
        .poll(async () => {
          await createPost(app, tenant)
          return socket.results('1').length
        })
        .toBeGreaterThanOrEqual(count)
      await stream.received(count)
    }
    stream.close()
    socket.socket.close()
    await socket.end()
  })

  test.skipIf(skip)('passes the largest picture and the largest file of an import on', async () => {
    const picture = Buffer.concat([png(), Buffer.alloc(5 * MEGABYTE - 2_000)])
    const send = async (bytes: Buffer) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
      const answer = await fetch(`${proxy.url}/uploads`, {
        method: 'POST',
        headers: tenant.admin.session,
        body,
      })
      return answer.status
    }
    expect(await send(picture)).toBe(201)
    const file = randomBytes(60 * MEGABYTE)
    const answer = await fetch(`${proxy.url}/imports?name=posts.csv`, {
      method: 'POST',
      headers: tenant.admin.session,
      body: file,
    })
    expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('"file"')])
  })

  test.skipIf(skip)('serves the portal of an own host', async () => {
    const { status, text } = await ask(proxy.url, { headers: { Host: 'ideas.example' } })
    expect([status, text.includes(`Name of ${tenant.organization.slug}`)]).toEqual([200, true])
  })

  test.skipIf(skip)('gives a limit the address of the client, which a header does not change', async () => {
    const path = `/@${tenant.organization.slug}/changelog`
    const [spends, other] = name === 'nginx' ? ['127.0.1.1', '127.0.1.2'] : ['127.0.2.1', '127.0.2.2']
    let sent = 0
    const spend = async () => {
      sent++
      const forged = `10.0.${sent >> 8}.${sent & 255}`
      const headers = { 'X-Forwarded-For': forged, Forwarded: `for=${forged}` }
      return (await ask(proxy.url, { path, headers, from: spends })).status
    }
    // The minute of the limit may end in between.
    await expect.poll(spend, { interval: 1 }).toBe(429)
    expect((await ask(proxy.url, { path, from: other })).status).not.toBe(429)
  })
})
