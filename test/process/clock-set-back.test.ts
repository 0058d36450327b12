import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { killAllOf } from '../support/embedded.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { run, type Program } from '../support/program.ts'

type Demo = { admin: { email: string; password: string }; apiKey: string }

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let receiver: Receiver
let program: Program
let url: string
let headers: Record<string, string>

beforeAll(async () => {
  directory = await temporaryInstallation('demo')
  receiver = await startReceiver()
  program = run('src/main.ts', {
    DATA_DIR: directory.path,
    PORT: '0',
    LOG_LEVEL: 'error',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    NODE_OPTIONS: '--import=./test/support/faults/clock-set-back.ts',
  })
  url = await program.listening
  const demo = JSON.parse(await readFile(join(directory.path, 'demo.json'), 'utf8')) as Demo
  headers = { 'API-KEY': demo.apiKey, 'Content-Type': 'application/json' }
  const { signIn } = await operate<{ signIn: { session: { token: string } } }>(
    'mutation ($email: EmailAddress!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token } } }',
    { email: demo.admin.email, password: demo.admin.password },
  )
  headers['Authorization'] = signIn.session.token
})
afterAll(async () => {
  program.process.kill('SIGKILL')
  await program.ended
  killAllOf(directory.path)
  await receiver.close()
  await directory.remove()
})

async function operate<Data>(query: string, variables = {}): Promise<Data> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = (await response.json()) as { data: Data; errors?: unknown }
  expect(errors).toBeUndefined()
  return data
}

/** Creates a post. Returns its time. */
async function createPost(title: string): Promise<number> {
  const { createPost: created } = await operate<{ createPost: { post: { createdAt: string } } }>(
    'mutation ($title: String!) { createPost(input: { title: $title }) { post { createdAt } } }',
    { title },
  )
  return Date.parse(created.post.createdAt)
}

const titles = () => receiver.received.map(({ text }) => text)

test('a clock that is set back by an hour ends no session, repeats no webhook and is corrected', async () => {
  await operate(
    'mutation ($url: URL!) { createWebhook(input: { name: "Log", url: $url, events: [POST_CREATED] }) { webhook { id } } }',
    { url: receiver.url },
  )
  const start = Date.now()
  await createPost('Before the change')
  await expect.poll(() => titles().length).toBe(1)
  program.process.kill('SIGUSR2')
  await expect.poll(() => createPost('After the change')).toBeGreaterThan(start - 60_000)
  await createPost('The last one')
  await expect.poll(() => titles().filter((text) => text.includes('The last one')).length).toBe(1)
  expect(titles().filter((text) => text.includes('Before the change'))).toHaveLength(1)
  const { viewer } = await operate<{ viewer: { account: { email: string } } }>(
    '{ viewer { account { email } } }',
  )
  expect(viewer.account.email).toContain('@')
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
