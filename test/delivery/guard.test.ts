import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/delivery/send-webhook.ts'
import { FORBIDDEN_HOSTS, INWARD_NAMES } from './forbidden-hosts.ts'
import { listenHttp, type Listener } from './listen.ts'
import { lookupOf, playInternet } from './fake-network.ts'

const PUBLIC = '93.184.216.34'
/** Longer than a test: no response is awaited until its timeout. */
const TIMEOUT_MS = 120_000

let receiver: Listener
let internet: ReturnType<typeof playInternet>
let poster: WebhookSender

beforeAll(async () => {
  receiver = await listenHttp((request, response) => {
    request.resume()
    response.setHeader('connection', 'close').end('ok')
  })
})
afterAll(() => receiver.close())
beforeEach(() => {
  internet = playInternet()
  receiver.sockets.length = 0
})
afterEach(async () => {
  internet.stop()
  await poster.close()
})

const open = (names: Record<string, string[][]>, allowedHosts: string[] = []) => {
  const lookup = lookupOf(names)
  poster = createWebhookSender({
    allowedHosts: new Set(allowedHosts),
    timeoutMs: TIMEOUT_MS,
    version: '1.2.3',
    lookup,
  })
  return lookup
}
const postTo = (host: string, protocol = 'http') =>
  poster.send({ url: `${protocol}://${host}/hook`, body: Buffer.from('{}'), headers: {} })
const nothingWasOpened = () => {
  expect(internet.dialled).toEqual([])
  expect(receiver.sockets).toEqual([])
}

describe('opens no connection to the host', () => {
  test.each(FORBIDDEN_HOSTS)('%s', async (host) => {
    open({ localhost: [['127.0.0.1', '::1']], 'localhost.': [['::1']], 'a.localhost': [['127.0.0.1']] })
    for (const protocol of ['http', 'https']) {
      const outcome = await postTo(`${host}:${receiver.port}`, protocol)
      expect(outcome).toMatchObject({ kind: 'refused', status: null, response: null })
      expect(outcome.error).toMatch(/ not a public address$/)
    }
    nothingWasOpened()
  })
})

describe('opens no connection to a name', () => {
  test.each(INWARD_NAMES)('%s that resolves to %s', async (name, address) => {
    open({ [new URL(`http://${name}`).hostname]: [[address]] })
    const outcome = await postTo(`${name}:${receiver.port}`)
    expect(outcome.kind).toBe('refused')
    expect(outcome.error).toContain(`resolves to ${address}, which is not a public address`)
    nothingWasOpened()
  })
})

test("rejects localhost as this machine's resolver resolves it", async () => {
  poster = createWebhookSender({ allowedHosts: new Set(), timeoutMs: TIMEOUT_MS, version: '1.2.3' })
  expect(await postTo(`localhost:${receiver.port}`)).toMatchObject({ kind: 'refused' })
  nothingWasOpened()
})

test('resolves a name once per connection, which is opened to the checked address', async () => {
  const lookup = open({ 'hooks.example.com': [[PUBLIC]] })
  expect(await postTo(`hooks.example.com:${receiver.port}`)).toMatchObject({ kind: 'delivered' })
  expect(lookup.asked).toEqual(['hooks.example.com'])
  expect(internet.dialled).toEqual([PUBLIC])
})

test('rejects the private address of a name that first resolves to a public one', async () => {
  const lookup = open({ 'hooks.example.com': [[PUBLIC], ['127.0.0.1']] })
  const kinds = []
  for (let turn = 0; turn < 4; turn++) kinds.push((await postTo(`hooks.example.com:${receiver.port}`)).kind)
  expect(kinds).toEqual(['delivered', 'refused', 'refused', 'refused'])
  expect(lookup.asked).toHaveLength(4)
  expect(internet.dialled).toEqual([PUBLIC])
  expect(receiver.sockets).toHaveLength(1)
})

test('connects only to the public addresses of a name with several', async () => {
  open({ 'hooks.example.com': [['127.0.0.1', '::1', PUBLIC, '10.0.0.1']] })
  expect(await postTo(`hooks.example.com:${receiver.port}`)).toMatchObject({ kind: 'delivered' })
  expect(internet.dialled).toEqual([PUBLIC])
})

test('accepts an allowed attempt after a rejected one', async () => {
  open({ 'hooks.example.com': [['127.0.0.1'], [PUBLIC]] })
  expect(await postTo(`hooks.example.com:${receiver.port}`)).toMatchObject({ kind: 'refused' })
  expect(await postTo(`hooks.example.com:${receiver.port}`)).toMatchObject({ kind: 'delivered' })
})

describe('a host that the operator allows', () => {
  test.each(['127.0.0.1', 'inner.example', '[::1]', '::1'])('%s is reached on every port', async (entry) => {
    const host = entry === '::1' ? '[::1]' : entry
    open({ 'inner.example': [['10.0.0.1']] }, [entry])
    expect(await postTo(`${host}:${receiver.port}`)).toMatchObject({ kind: 'delivered' })
    expect(receiver.sockets).toHaveLength(1)
  })

  test('with a port is reached on that port alone', async () => {
    const other = await listenHttp((_, response) => void response.end())
    open({}, [`127.0.0.1:${receiver.port}`])
    expect(await postTo(`127.0.0.1:${receiver.port}`)).toMatchObject({ kind: 'delivered' })
    expect(await postTo(`127.0.0.1:${other.port}`)).toMatchObject({ kind: 'refused' })
    expect(other.sockets).toEqual([])
    await other.close()
  })

  test('allows no other name of the same address, and no subdomain', async () => {
    open({ localhost: [['127.0.0.1']], 'a.inner.example': [['127.0.0.1']] }, ['127.0.0.1', 'inner.example'])
    for (const host of ['localhost', 'a.inner.example', '127.0.0.2'])
      expect(await postTo(`${host}:${receiver.port}`)).toMatchObject({ kind: 'refused' })
    nothingWasOpened()
  })
})

describe('does not follow a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i to this machine', async (status) => {
    const inside = await listenHttp((_, response) => void response.end('secret'))
    const outside = await listenHttp((_, response) => {
      response.writeHead(status, { location: `${inside.url}/latest/meta-data` }).end()
    })
    open({ 'hooks.example.com': [[PUBLIC]] })
    const outcome = await postTo(`hooks.example.com:${outside.port}`)
    expect(outcome).toMatchObject({ kind: 'failed', status, response: '' })
    expect(outcome.error).toBe(`answered ${status}, and redirects are not followed`)
    expect(internet.dialled).toEqual([PUBLIC])
    expect(inside.sockets).toEqual([])
    await Promise.all([inside.close(), outside.close()])
  })
})
