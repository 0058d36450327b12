import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { connect } from '../support/clients/sockets.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { demoKey, run, type Program } from '../support/program.ts'

const EVENTS = 'subscription { events { ... on PostEvent { snapshot { title } } } }'

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let program: Program | undefined

beforeAll(async () => {
  directory = await temporaryInstallation('demo')
})
afterAll(async () => {
  program?.process.kill('SIGKILL')
  await program?.ended
  await directory.remove()
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends open streams so that clients connect again, and warns of nothing',
  async (signal) => {
    program = run('src/main.ts', {
      DATA_DIR: directory.path,
      PORT: '0',
      LOG_LEVEL: 'warn',
      // On a busy machine, a statement waits longer than by default, which is logged.
      DATABASE_TIMEOUT: '60s',
    })
    const app = { url: await program.listening }
    const key = { 'API-KEY': await demoKey(directory.path) }
    const stream = await readEvents(app, EVENTS, key)
    const socket = await connect(app, key)
    socket.subscribe('1', EVENTS)
    // The acknowledged query follows the subscription.
    socket.subscribe('2', '{ viewer { authority } }')
    await socket.received(({ id, type }) => id === '2' && type === 'complete')
    const title = `written before ${signal}`
    const written = await fetch(`${app.url}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { ...key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title }),
    })
    expect(written.status).toBe(201)
    await socket.received(({ id, type }) => id === '1' && type === 'next')
    await stream.received(1)
    program.process.kill(signal)
    expect(await socket.end()).toEqual({ code: 1012, reason: 'Service restart' })
    expect((await stream.end()).map(({ event, data }) => [event, data])).toEqual([
      ['next', { data: { events: { snapshot: { title } } } }],
    ])
    expect(await program.ended).toBe(0)
    expect(program.stderr()).toBe('')
  },
)

test('a stop that is announced leaves the process ready for requests, but not for the load balancer', async () => {
  program = run('src/main.ts', { DATA_DIR: directory.path, PORT: '0', DRAIN_DELAY: '5m' })
  const url = await program.listening
  const key = { 'API-KEY': await demoKey(directory.path) }
  const statusOf = async (path: string) => (await fetch(url + path, { headers: key })).status
  expect(await statusOf('/readyz')).toBe(200)
  program.process.kill('SIGTERM')
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/api/v3/tags')).toBe(200)
})
