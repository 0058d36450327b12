import { expect, onTestFinished, test } from 'vitest'
import { setMonotonicClock } from '../../src/lib/time/clock.ts'
import { uploadPicture } from '../support/clients/uploads.ts'
import { png } from '../support/fixtures/pictures.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const read = (path: string, headers: Headers = {}) => fetch(app.url + path, { headers })

test('a small picture stays in memory, and a deletion anywhere counts within a second', async () => {
  let passed = 1_000
  setMonotonicClock(() => passed)
  onTestFinished(() => setMonotonicClock(null))
  const path = await uploadPicture(app, tenant.admin.session, png())
  await openPortal(app, tenant, { avatarUrl: app.url + path })
  await (await read(path)).arrayBuffer()
  passed += 999
  app.statements.length = 0
  expect((await read(path)).status).toBe(200)
  expect(app.statements).toEqual([])
  passed += 1
  const answers = await Promise.all([1, 2, 3].map(() => read(path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(app.statements.filter((text) => /bytes/.test(text))).toEqual([])

  const key = path.slice('/uploads/'.length).replace(/\.\w+$/, '')
  await app.database.pool.query('delete from uploads where key = $1', [key])
  passed += 1_000
  expect((await read(path)).status).toBe(404)
  expect((await read(path, { 'If-None-Match': '*' })).status).toBe(404)
})
