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

const write = (path: string, body: object, method = 'POST') =>
  app.call(method, `/api/v3/${path}`, { headers: tenant.keyAndAdmin, body })

test.each(['\u200b', '\u3164 \u2800', '\u00ad\ufeff'])(
  'a required text of %j alone is blank',
  async (text) => {
    const { id } = (await write('feature_requests', { title: 'Visible' })).body
    const requests: [path: string, body: object, field: string][] = [
      ['feature_requests', { title: text }, 'title'],
      ['changelogs', { title: text }, 'title'],
      ['roadmaps', { title: text }, 'title'],
      ['tags', { name: text }, 'name'],
      ['comments', { feature_request_id: id, comment: text }, 'comment'],
      ['comments', { feature_request_id: id, comment: `<p>${text}</p>` }, 'comment'],
      ['customers', { email: text }, 'email'],
    ]
    for (const [path, body, field] of requests) {
      const refused = await write(path, body)
      expect([refused.status, refused.body.error, Object.keys(refused.body.errors)], path).toEqual([
        422,
        'ERROR_CODE_MISSING_PARAM',
        [field],
      ])
    }
  },
)

test('a limit of length counts characters, not their code units', async () => {
  const title = '🎉'.repeat(255)
  expect((await write('feature_requests', { title })).body).toMatchObject({ title })
  expect((await write('feature_requests', { title: `${title}!` })).body.errors).toEqual({
    title: ['is too long (maximum is 255 characters)'],
  })
})

test('one address and one name have one spelling, whichever is sent', async () => {
  const [punycode, unicode] = ['Ada@XN--BCHER-KVA.example', 'ada@bücher.example']
  expect((await write('customers', { email: punycode })).body.email).toBe(unicode)
  for (const email of [unicode, punycode, 'ada@bu\u0308cher.example'])
    expect((await write('customers', { email })).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
  const { id } = (await write('feature_requests', { title: 'Wanted' })).body
  await write('votes_on_behalf', { feature_request_id: id, by_email: punycode })
  const query = `interactor_emails[]=${encodeURIComponent(punycode)}`
  const found = await app.call('GET', `/api/v3/feature_requests?${query}`, { headers: tenant.key })
  expect(found.body.feature_requests.map((post: { id: number }) => post.id)).toEqual([id])
  expect((await write('tags', { name: 'Cafe\u0301' })).body.tag.name).toBe('Caf\u00e9')
  expect((await write('tags', { name: 'CAF\u00c9' })).body.error).toBe('ERROR_CODE_ALREADY_EXISTS')
})
