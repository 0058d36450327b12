import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeToolCalls } from '../../src/modules/oauth/installs/tool-calls.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { connectAgent, ERAS } from '../support/clients/mcp.ts'
import { run } from '../support/clients/operations.ts'
import { ALL_SCOPES, putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const DAY = 86_400_000

let app: TestApp
let tenant: Tenant
let install: { organizationId: number; id: number }

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  install = await putInstall(app, await putApp(app, await createTenant(app)), tenant)
})
afterAll(() => app.stop())

async function counted() {
  const { node } = await run(
    app,
    tenant.admin.session,
    'query ($id: ID!) { node(id: $id) { ... on Install { toolCalls { tool calls } } } }',
    { id: `ins_${install.id}` },
  )
  return node.toolCalls
}

/** Calls the tools through a process of its own, which stores what it has counted when it stops. */
async function callThroughAnother(calls: string[]): Promise<void> {
  const beside = await startApp({ beside: app })
  for (const era of ERAS) {
    const agent = await connectAgent(beside, await putToken(app, install, ALL_SCOPES, 'mcp'), { era })
    for (const name of calls) await agent.call(name)
    await agent.close()
  }
  await beside.stop()
}

test('the calls of an install are counted by tool over all processes, and forgotten after 30 days', async () => {
  await callThroughAnother(['get_workspace', 'search_posts', 'search_posts'])
  await callThroughAnother(['search_posts'])
  expect(await counted()).toEqual([
    { tool: 'search_posts', calls: 6 },
    { tool: 'get_workspace', calls: 2 },
  ])
  const age = (days: number) =>
    app.database.pool.query('update tool_calls set day = $1 where tool = $2', [
      new Date(Date.now() - days * DAY),
      'get_workspace',
    ])
  await age(28)
  expect(await counted()).toHaveLength(2)
  await age(31)
  expect(await counted()).toHaveLength(1)
  expect([await purgeToolCalls(app.services.db, 500), await purgeToolCalls(app.services.db, 500)]).toEqual([
    1, 0,
  ])
  expect(await counted()).toHaveLength(1)
})
