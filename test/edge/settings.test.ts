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

test('reports every problem at once, in the form of the setting', () => {
  expect(
    problems({
      DATABASE_URL: 'mysql://localhost/echolog',
      PORT: '70000',
      DEMO: 'Perhaps',
      ROLES: 'web,cron',
      LOG_LEVEL: 'loud',
      SECRET_KEY_PREVIOUS: 'short',
      BODY_TIMEOUT: '-5s',
      WEBHOOK_TIMEOUT: '-5s',
      WEBHOOK_RETRY_SCHEDULE: '5s,5',
      PUBLIC_URL: 'https://feedback.example/?from=mail',
      TRUSTED_PROXIES: 'proxy.example',
    }).sort(),
  ).toEqual([
    'BODY_TIMEOUT must be a duration from 1ms to 1d, such as 10s, not "-5s"',
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    'DEMO must be true or false, not "perhaps"',
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
    'PORT must be a whole number from 0 to 65535, not "70000"',
    'PUBLIC_URL must have no query and no fragment',
    'ROLES must list one or more of web, worker, not "cron"',
    'SECRET_KEY is required with DATABASE_URL: 32 bytes in base64, for example from `openssl rand -base64 32`',
    'SECRET_KEY_PREVIOUS must be 32 bytes in base64 (it has 3), for example from `openssl rand -base64 32`',
    'SECRET_KEY_PREVIOUS needs SECRET_KEY: the key that replaces it',
    'TRUSTED_PROXIES must list IP addresses or networks such as 10.0.0.0/8, or be a number of proxies, not "proxy.example"',
    'WEBHOOK_RETRY_SCHEDULE must be durations such as 5s,5m,30m, not "5s,5"',
    'WEBHOOK_TIMEOUT must be durations such as 15s, not "-5s"',
  ])
})

test('an empty or blank setting has its default', () => {
  expect(read({ PORT: ' ', ROLES: '', DATABASE_URL: ' ' })).toEqual(read({}))
  expect(problems({ DATABASE_URL: 'postgres://localhost/echolog', SECRET_KEY: ' ' })).toEqual([
    expect.stringContaining('SECRET_KEY is required with DATABASE_URL'),
  ])
})
