import { expect, test } from 'vitest'
import { DEADLINE_MS } from '../support/deadline.ts'
import { reply } from '../support/mail-server.ts'
import { queue } from '../support/fixtures/mails.ts'
import { useMailWorkers } from '../support/mail-worker.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const { letPass, organizationId, rows, send, until } = useMailWorkers(app)

test('a temporary refusal of a recipient is tried again by the schedule, and a final one is not', async () => {
  let tries = 0
  const { received } = await send({
    onRcptTo({ address }, _session, done) {
      if (address === 'gone@people.example') return done(reply(550, '5.1.1 No such user'))
      if (address === 'spam@people.example') return done(reply(554, '5.7.1 Looks like spam'))
      done(address === 'busy@people.example' && ++tries < 3 ? reply(450, '4.2.1 Try again') : null)
    },
  })
  for (const name of ['gone', 'spam', 'busy'])
    await queue(app, organizationId(), { email: `${name}@people.example` })
  await until(['failed', 'failed', 'sent'])
  const [gone, spam, busy] = await rows()
  expect(gone).toMatchObject({
    tries: 1,
    reason: 'There is no such mailbox',
    reply: '550 5.1.1 No such user',
  })
  expect(spam).toMatchObject({ tries: 1, reason: 'The mail server refused it' })
  expect(busy).toMatchObject({ tries: 3, reason: null })
  expect(received).toHaveLength(1)
})

test('a mail fails when its schedule ends, and a code when it has expired', async () => {
  await send(
    { onRcptTo: (_address, _session, done) => done(reply(451, '4.7.1 Greylisted')) },
    { retrySchedule: [50, 900_000] },
  )
  await queue(app, organizationId(), {
    kind: 'sign_in_code',
    values: { code: '483920', link: 'https://a.example' },
  })
  await until(['failed'])
  expect(await rows()).toMatchObject([
    { tries: 2, reason: 'Its code or link has expired', contentCiphertext: null },
  ])
  await queue(app, organizationId())
  await expect
    .poll(async () => (await rows())[1], { timeout: DEADLINE_MS })
    .toMatchObject({ state: 'queued', tries: 2 })
  await letPass(900)
  await until(['failed', 'failed'])
  const [, last] = await rows()
  expect(last).toMatchObject({ tries: 3, reason: 'Every try has failed', reply: '451 4.7.1 Greylisted' })
  expect(last?.contentCiphertext).not.toBeNull()
})

test('a refused sender pauses all mail, costs no try, and ends with the next accepted message', async () => {
  let refuses = true
  const { received } = await send({
    onMailFrom: (_address, _session, done) =>
      done(refuses ? reply(530, '5.7.0 Authentication required') : null),
  })
  for (let n = 0; n < 5; n++) await queue(app, organizationId())
  await expect
    .poll(async () => (await rows()).some(({ reason }) => reason === 'The mail server refuses all mail'), {
      timeout: DEADLINE_MS,
    })
    .toBe(true)
  refuses = false
  await until(Array(5).fill('sent'))
  expect((await rows()).every(({ tries }) => tries === 1)).toBe(true)
  expect(received).toHaveLength(5)
})

test('a connection that is closed after DATA is tried again with the same Message-ID', async () => {
  let closes = true
  const messages: string[] = []
  await send({
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (part: Buffer) => (message += part.toString()))
      stream.on('end', () => {
        messages.push(message)
        if (!closes) return done(null)
        closes = false
        ;(session as unknown as { _socket?: unknown })._socket = null
        done(reply(421, '4.3.2 Closing'))
      })
    },
  })
  await queue(app, organizationId())
  await until(['sent'])
  const ids = messages.map((message) => /^Message-ID: (.*)\r$/m.exec(message)?.[1])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a server that hangs delays no stop, and its mail is sent by another worker with the same Message-ID', async () => {
  let hangs = true
  const messages: string[] = []
  const { start, first } = await send({
    onData(stream, _session, done) {
      let message = ''
      stream.on('data', (part: Buffer) => (message += part.toString()))
      stream.on('end', () => {
        messages.push(message)
        if (!hangs) done(null)
      })
    },
  })
  await queue(app, organizationId())
  await expect.poll(() => messages.length, { timeout: DEADLINE_MS }).toBe(1)
  await first.stop()
  expect(await rows()).toMatchObject([{ state: 'sending', tries: 1 }])
  hangs = false
  await letPass(121)
  start()
  await until(['sent'])
  const ids = messages.map((message) => /^Message-ID: (.*)\r$/m.exec(message)?.[1])
  expect(ids).toEqual([ids[0], ids[0]])
})

test('a domain outside of ASCII is sent in Punycode', async () => {
  const { received } = await send()
  await queue(app, organizationId(), { email: 'ada@bücher.example' })
  await until(['sent'])
  expect(received[0]?.message).toMatch(/^To: ada@xn--bcher-kva\.example\r$/m)
})
