import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const create = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `a${n}: createPost(input: { title: "t${n}", description: $text }) { post { id } }`,
  )

test.each([
  ['characters', 'x'.repeat(40_000), /1000000 characters together/],
  ['tags', '<b>x</b>'.repeat(1_500), /60000 tags and lines together/],
  ['lines', 'x\r\n'.repeat(2_500), /60000 tags and lines together/],
])('a mutation whose fields receive too many %s together stores nothing', async (_what, text, message) => {
  const all = create(29)
  for (const query of [
    `mutation ($text: String) { ${all.join(' ')} }`,
    `mutation ($text: String) { ...A ...B } fragment A on Mutation { ${all.slice(0, 15).join(' ')} } fragment B on Mutation { ${all.slice(15).join(' ')} }`,
  ])
    expect(await refusal(app, tenant.key, query, { text })).toEqual({
      code: 'INVALID_PARAM',
      status: 400,
      message: expect.stringMatching(message) as string,
    })
  expect(await run(app, tenant.key, '{ posts { nodes { id } } }')).toEqual({ posts: { nodes: [] } })
})

test('a mutation whose texts a body could hold is carried out', async () => {
  const data = await run(app, tenant.key, `mutation ($text: String) { ${create(2).join(' ')} }`, {
    text: 'x'.repeat(490_000),
  })
  expect(Object.keys(data as object)).toEqual(['a0', 'a1'])
})
