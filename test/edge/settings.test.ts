import { expect, test } from 'vitest'
import type { ConfigError } from '../../src/config.ts'
import { readConfig } from '../../src/config.ts'

const read = (env: Record<string, string>) => readConfig(env)
const problems = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).problems
  }
}

test('trusts no proxy by default, and accepts addresses, networks or a number of proxies', () => {
  expect(read({}).trustedProxies).toEqual([])
  expect(read({ TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
  expect(read({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.1' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.1',
  ])
})

test('the connection limits have safe defaults and can be set', () => {
  expect(read({}).limits).toEqual({
    headersTimeout: 10_000,
    bodyTimeout: 30_000,
    responseTimeout: 60_000,
    socketInitTimeout: 3_000,
    connections: 10_000,
    connectionsPerAddress: 1_000,
    anonymousSocketsPerAddress: 100,
    messageBytes: 1_048_576,
    anonymousMessageBytes: 65_536,
  })
  expect(read({ HEADERS_TIMEOUT: '500ms', MAX_CONNECTIONS: '5' }).limits).toMatchObject({
    headersTimeout: 500,
    connections: 5,
  })
})

test.each([
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['HEADERS_TIMEOUT', '10'],
  ['BODY_TIMEOUT', '2d'],
  ['RESPONSE_TIMEOUT', '0s'],
  ['SOCKET_INIT_TIMEOUT', 'soon'],
  ['MAX_CONNECTIONS', '0'],
  ['MAX_MESSAGE_BYTES', '1MB'],
  ['SUBSCRIPTION_COST_PER_ORGANIZATION', 'much'],
  ['METRICS_PORT', '70000'],
  ['METRICS_TOKEN', 'short'],
])('rejects %s=%s and names the setting', (name, value) => {
  const found = problems({ [name]: value })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(name)
})

test('the response cache has a size in megabytes, also under its earlier name', () => {
  expect(read({}).responseCacheMb).toBe(64)
  expect(read({ ANSWER_MEMORY_MB: '8' }).responseCacheMb).toBe(8)
  expect(read({ ANSWER_MEMORY_MB: '8', RESPONSE_CACHE_MB: '0' }).responseCacheMb).toBe(0)
})
