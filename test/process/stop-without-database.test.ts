import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../support/clients/sockets.ts'
import { answers } from '../support/embedded.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { run, type Program } from '../support/program.ts'
import { freePort } from '../support/free-port.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let proxy: DatabaseProxy
let program: Program | undefined

beforeAll(async () => {
  proxy = await startDatabaseProxy(app.database.url)
})
afterAll(async () => {
  program?.process.kill('SIGKILL')
  await program?.ended
  await proxy.close()
})

test('a process whose database is away closes its sockets and stops in order', async () => {
  program = run('src/main.ts', {
    DATABASE_URL: proxy.url,
    SECRET_KEY: app.secretKey.toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'error',
  })
  const url = await program.listening
  const socket = await connect({ url }, tenant.key)
  const away = new URL(app.database.url)
  away.port = String(await freePort())
  proxy.switchTo(away.href)
  await answers(`${url}/readyz`, 503)
  program.process.kill('SIGTERM')
  expect((await socket.end()).code).toBe(1012)
  expect(await program.ended).toBe(0)
})
