import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { ConfigError } from '../../src/config.ts'
import { readConfig } from '../../src/config.ts'
import { ROOT } from '../support/program.ts'

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
  ['TRUSTED_PROXIES', '4000'],
  ['TRUSTED_PROXIES', '10.0.0.1,4000'],
  ['METRICS_PORT', '4000'],
  ['WEBHOOK_TIMEOUT', '0s'],
  ['WEBHOOK_TIMEOUT', '9999999d'],
  ['WEBHOOK_TIMEOUT', '15s,30s'],
  ['WEBHOOK_RETRY_SCHEDULE', '5s,0s'],
  ['WEBHOOK_RETRY_SCHEDULE', '9999999d'],
  ['EVENT_RETENTION', '0'],
  ['EVENT_RETENTION', '4000d'],
  ['AUDIT_RETENTION', '29d'],
  ['AUDIT_RETENTION', '0s'],
  ['WEBHOOK_ALLOWED_HOSTS', 'http://hooks.internal'],
  ['WEBHOOK_ALLOWED_HOSTS', 'hooks.internal/path'],
  ['WEBHOOK_ALLOWED_HOSTS', '10.0.0.0/8'],
  ['WEBHOOK_ALLOWED_HOSTS', 'hooks.internal:70000'],
  ['WEBHOOK_ALLOWED_HOSTS', 'one.internal two.internal'],
  ['HOST', 'http://0.0.0.0'],
  ['HOST', 'a b'],
  ['HOST', '127.0.0.1:4000'],
  ['HOST', '[::1]'],
])('rejects %s=%s and names the setting', (name, value) => {
  const found = problems({ [name]: value })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(name)
})

test('the response cache has a size in megabytes', () => {
  expect(read({}).responseCacheMb).toBe(64)
  expect(read({ RESPONSE_CACHE_MB: '0' }).responseCacheMb).toBe(0)
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
    'WEBHOOK_RETRY_SCHEDULE must be durations from 1ms to 30d, such as 5s,5m,30m, not "5s,5"',
    'WEBHOOK_TIMEOUT must be a duration from 1ms to 10m, such as 10s, not "-5s"',
  ])
})

test('events are retained for at least as long as a delivery may be retried, and audit entries also for ever', () => {
  const day = 86_400_000
  expect(read({})).toMatchObject({ eventRetention: 30 * day, auditRetention: 730 * day })
  expect(read({ EVENT_RETENTION: '4d', AUDIT_RETENTION: '0' })).toMatchObject({
    eventRetention: 4 * day,
    auditRetention: 0,
  })
  expect(problems({ EVENT_RETENTION: '3d' })).toEqual([
    'EVENT_RETENTION must be at least 4d, because WEBHOOK_RETRY_SCHEDULE repeats a delivery for up to 4 days',
  ])
  expect(problems({ WEBHOOK_RETRY_SCHEDULE: '30d' })).toHaveLength(1)
  expect(problems({ WEBHOOK_RETRY_SCHEDULE: '30d', EVENT_RETENTION: '34d' })).toEqual([])
})

test('an empty or blank setting has its default', () => {
  expect(read({ PORT: ' ', ROLES: '', DATABASE_URL: ' ' })).toEqual(read({}))
  expect(problems({ DATABASE_URL: 'postgres://localhost/echolog', SECRET_KEY: ' ' })).toEqual([
    expect.stringContaining('SECRET_KEY is required with DATABASE_URL'),
  ])
})

test('hosts of webhooks and of the server are names or addresses', () => {
  const hosts = 'localhost, Hooks.internal:8443,10.0.0.7:80,[::1]:9000,::1,[fd00::7]'
  expect(read({ WEBHOOK_ALLOWED_HOSTS: hosts }).webhookAllowedHosts).toEqual([
    'localhost',
    'Hooks.internal:8443',
    '10.0.0.7:80',
    '[::1]:9000',
    '::1',
    '[fd00::7]',
  ])
  for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'app-1.internal', 'fe80::1%eth0'])
    expect(read({ HOST }).host).toBe(HOST)
})

test('the port of metrics may be that of a server that does not run', () => {
  expect(read({ ROLES: 'worker', METRICS_PORT: '4000' }).metricsPort).toBe(4000)
})

test('NODE_ENV is read in letters of either case', () => {
  expect(read({ NODE_ENV: 'Production' }).production).toBe(true)
  expect(read({ NODE_ENV: 'development' }).production).toBe(false)
})

test.each([
  [undefined, '16'],
  ['', '16'],
  ['abc', '16'],
  ['0', '16'],
  ['4', '4'],
])('a process has its threads with UV_THREADPOOL_SIZE=%s', (given, expected) => {
  const env = { PATH: process.env.PATH, ...(given !== undefined && { UV_THREADPOOL_SIZE: given }) }
  const args = ['--import=./.config/preload.js', '-p', 'process.env.UV_THREADPOOL_SIZE']
  expect(execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' }).trim()).toBe(expected)
})

test('a provider for accounts has an issuer, a client and its secret, which may come from a file', () => {
  const env = { OIDC_ISSUER: 'https://idp.example', OIDC_CLIENT_ID: 'echolog', OIDC_CLIENT_SECRET: 'secret' }
  expect(read({}).ownProvider).toBeNull()
  expect(read(env).ownProvider).toEqual({
    ...{ issuer: 'https://idp.example', clientId: 'echolog', clientSecret: 'secret', name: 'idp.example' },
  })
  expect(read({ ...env, OIDC_NAME: 'Staff' }).ownProvider?.name).toBe('Staff')
  expect(problems({ OIDC_ISSUER: 'https://idp.example', OIDC_CLIENT_ID: 'echolog' })).toEqual([
    'OIDC_CLIENT_SECRET is required to sign in with OpenID',
  ])
  const local = { ...env, OIDC_ISSUER: 'http://127.0.0.1:9000' }
  expect(problems(local)).toEqual(['OIDC_ISSUER must be an https URL'])
  expect(problems({ ...local, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })).toEqual([])
  expect(problems({ ...env, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' })).toEqual([
    expect.stringContaining('OIDC_ISSUER must name one tenant'),
  ])
})
