import { expect, test } from 'vitest'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const MAX = 3

const app = useApp({ quotas: { subscriptions: MAX } })
const tenant = useTenant(app)

async function open({ keyAndAdmin }: Tenant, query = 'subscription { events { type } }') {
  const ending = new AbortController()
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    signal: ending.signal,
    headers: { ...keyAndAdmin, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ query }),
  })
  return { response, end: () => ending.abort() }
}

test('limits the open subscriptions of an organization, and frees a slot when one ends or is rejected', async () => {
  for (let index = 0; index < MAX; index++)
    expect(
      (await open(tenant, 'subscription { deliveryAttempts(webhookId: "webhook_1") { id } }')).response
        .status,
    ).not.toBe(200)
  const opened = await Promise.all(Array.from({ length: MAX }, () => open(tenant)))
  expect(opened.map(({ response }) => response.status)).toEqual(opened.map(() => 200))
  const { response: refused } = await open(tenant)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).not.toBeNull()
  expect(await refused.text()).toContain('An organization can have at most 3 subscriptions open at a time')
  const other = await open(await createTenant(app))
  expect(other.response.status).toBe(200)
  opened[0]?.end()
  await expect.poll(async () => (await open(tenant)).response.status).toBe(200)
})
