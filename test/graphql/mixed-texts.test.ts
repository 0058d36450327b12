import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'

const POSTS = 61

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('a refusal while a long text is read leaves no rejection unobserved', async () => {
  const tenant = await createTenant(app)
  const last = await createPost(app, tenant)
  for (let count = 1; count < POSTS; count++) await createPost(app, tenant)
  // The first post of the list has a text that is read apart. The others are counted at once.
  await app.database.pool.query(
    `update posts set description = repeat('d', case when id = $1 then 100000 else 39000 end),
      created_at = case when id = $1 then now() + interval '1 hour' else created_at end`,
    [last],
  )
  const rejections: unknown[] = []
  const note = (error: unknown) => void rejections.push(error)
  process.on('unhandledRejection', note)
  try {
    const fields = Array.from({ length: 16 }, (_, index) => `a${index}: description`).join(' ')
    const { body } = await app.graphql(`{ posts(first: ${POSTS}) { nodes { ${fields} } } }`, {}, tenant.key)
    expect(body.errors[0].extensions.code).toBe('INVALID_PARAM')
    // A later request ends after the reads of the first.
    await app.graphql('{ posts(first: 1) { nodes { description } } }', {}, tenant.key)
    await turn()
    expect(rejections).toEqual([])
  } finally {
    process.off('unhandledRejection', note)
  }
})
