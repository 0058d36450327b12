import { expect, test } from 'vitest'
import { createLogger } from '../../src/lib/log/logger.ts'
import { redact } from '../../src/lib/log/redact.ts'
import { cpuTime } from '../support/cpu-time.ts'

function lines(human = false) {
  const written: string[] = []
  const log = createLogger('info', { human, destination: { write: (line) => written.push(line) } })
  return { log, written }
}

test('writes an entry as one line of JSON with time, level and message, and omits lower levels', () => {
  const { log, written } = lines()
  log.info({ n: 1 }, 'hello\nworld')
  log.debug('unheard')
  expect(written).toHaveLength(1)
  expect(written[0]?.endsWith('}\n')).toBe(true)
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'info',
    n: 1,
    msg: 'hello\nworld',
    time: expect.stringMatching(/Z$/),
  })
})

const HIDDEN = 'hunter2"\\]}[{'

test.each([
  { authorization: HIDDEN },
  { req: { headers: { Authorization: HIDDEN, 'API-KEY': HIDDEN, api_key: HIDDEN, cookie: HIDDEN } } },
  { res: { headers: { 'set-cookie': [HIDDEN, HIDDEN] } } },
  { a: { b: { c: { d: { client_secret: HIDDEN } } } } },
  { list: [{ accessToken: HIDDEN }, { refresh_token: HIDDEN }] },
  { tokens: { deep: { er: HIDDEN } } },
  { newPassword: HIDDEN },
  { ssoKey: HIDDEN },
  { code_verifier: HIDDEN },
  { err: Object.assign(new Error('x'), { config: { password: HIDDEN } }) },
  { toJSON: () => ({ secret: HIDDEN }) },
])("removes a secret from any field with a secret's name (%#)", (entry) => {
  const { log, written } = lines()
  log.info(entry, 'x')
  log.child({ apiKey: HIDDEN }).warn(entry)
  expect(written.join('')).not.toContain('hunter2')
  for (const line of written) expect(() => JSON.parse(line)).not.toThrow()
})

test.each([
  'Authorization: Bearer hunter2hunter2',
  'GET /x?api_key=hunter2&page=1',
  'POST grant_type=x&refresh_token=hunter2',
  'postgres://user:hunter2@host/db',
  'ab_hunter2hunter2hunter2hunter2',
  'session fose_hunter2hunter2hunter2hunter2hunter2hunter2hunter2',
  'GET /invitations/foin_hunter2hunter2hunter2hunter2hunter2hunter2hunter2',
  'whsec_hunter2+/hunter2hunter2hunter2==',
  'eyJhbGciOi.eyJodW50ZXIy.hunter2',
  'Basic aHVudGVyhunter2==',
])('removes a secret from a text: %s', (text) => {
  expect(redact(`${JSON.stringify({ msg: text })}\n`)).not.toContain('hunter2')
})

test.each([
  'at run (/srv/node_modules/kysely/dist/esm/dialect/postgres/postgres-driver.js:12:3)',
  'at run (file:///srv/node_modules/graphql/execution/executeOperation/execute.js:12:3)',
])('keeps a path of a stack: %s', (text) => {
  const line = `${JSON.stringify({ err: { stack: text } })}\n`
  expect(redact(line)).toBe(line)
})

test('keeps values that are not secrets', () => {
  const line = `${JSON.stringify({ token_type: 'Bearer', grant_type: 'refresh_token', key: 'k', url: '/a?page=1', password: null, email: 'a@b.c' })}\n`
  expect(redact(line)).toBe(line)
})

test('a hostile text takes time in proportion to its length', async () => {
  const time = await cpuTime(() => {
    for (const part of ['eyJ-', '_token', 'x://u:', 'bearer ', 'a_', ' code=', '@:'])
      redact(`${JSON.stringify(`key ${part.repeat(100_000)}`)}\n`)
  })
  expect(time).toBeLessThan(5_000)
})

test('in a terminal, an entry is a readable line that cannot forge another one', () => {
  const { log, written } = lines(true)
  log.warn({ n: 1, who: 'a\nb', list: [1] }, 'hello\u001b[2J\nworld')
  log.error(new Error('boom'))
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\d WARN {2}hello \[2J world n=1 who=a b list=\[1\]\n$/)
  expect(written[1]).toMatch(/ERROR boom\nError: boom\n +at /)
})
