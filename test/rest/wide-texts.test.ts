import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const DESCRIPTION = 'Größe, Привет, 日本語 und 🎉. '.repeat(200).trim()
const QUERY = '{ posts { nodes { description } } }'

test('long texts of many scripts arrive whole, by REST from the database and from memory, and by GraphQL', async () => {
  const body = { title: 'Привет', description: DESCRIPTION }
  await app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body })
  for (let time = 0; time < 4; time++) {
    const response = await fetch(`${app.url}/api/v3/feature_requests`, { headers: tenant.key })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    const { feature_requests } = JSON.parse(bytes.toString()) as {
      feature_requests: { description: string }[]
    }
    expect(feature_requests[0]?.description).toBe(DESCRIPTION)
  }
  const { body: answer } = await app.graphql(QUERY, {}, tenant.key)
  expect(answer.data.posts.nodes).toEqual([{ description: DESCRIPTION }])
})
