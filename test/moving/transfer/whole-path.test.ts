import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../../src/lib/log/logger.ts'
import { startImports } from '../../../src/server/jobs/run-imports.ts'
import { run } from '../../support/clients/operations.ts'
import { startFakeSource } from '../../support/fixtures/fake-source.ts'
import { importIn, planImport, startImport } from '../../support/fixtures/imports.ts'
import { createTenant, type Headers, type Tenant } from '../../support/fixtures/scenario.ts'
import { scanDatabase } from '../../support/scan-database.ts'
import { useApp } from '../../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const KEY = 'key-of-the-whole-path-4711'
const SECRETS = ['DO-NOT-IMPORT', 'not-to-be-kept']
const lines: string[] = []

function work() {
  const log = createLogger('trace', { destination: { write: (line) => lines.push(line) } })
  const job = startImports({ services: app.services, log, intervalMs: 20 })
  onTestFinished(() => job.stop())
}

/** Plans and runs an API in a new organization, and returns the import and its organization. */
async function imported(source: string, api: { key: string; url: string }, options?: object) {
  const target = await createTenant(app)
  const { session } = target.admin
  const id = await planImport(app, session, { source, from: { api }, options })
  const planned = await importIn(app, session, id, 'PLANNED', 'FAILED', 'PAUSED')
  expect(planned).toMatchObject({ state: 'PLANNED', reason: null })
  await startImport(app, session, id, { yes: true })
  const done = await importIn(app, session, id, 'DONE', 'FAILED', 'PAUSED')
  expect(done).toMatchObject({ state: 'DONE', reason: null, counts: planned.planned })
  return { target, done, planned }
}

/**
 * Checks that words are in no table, also inside of gzip and of what is encrypted, in no line of the log and no file of
 * errors.
 */
async function expectNowhere(words: readonly string[], ...imports: { downloads: { url: string }[] }[]) {
  for (const word of words) expect(await scanDatabase(app, word)).toEqual([])
  const files = imports.flatMap(({ downloads }) =>
    downloads.map(async ({ url }) => (await fetch(url)).text()),
  )
  const texts = [...lines, ...(await Promise.all(files)), JSON.stringify(imports)]
  for (const word of words) expect(texts.filter((text) => text.includes(word))).toEqual([])
}

const count = async ({ organization }: Tenant, table: string) =>
  (await app.database.pool.query(`select from ${table} where organization_id = $1`, [organization.id]))
    .rowCount

const page = (rows: unknown[], query: URLSearchParams) =>
  rows.slice(Number(query.get('offset')), Number(query.get('offset')) + Number(query.get('limit')))

test('Astuto is imported as a whole through limits, failures, lost connections and changing pages', async () => {
  work()
  const post = (id: number) => ({
    id,
    title: `Post ${id}`,
    description: `Sent with ${KEY}`,
    board: { id: 1, name: 'Ideas', token: SECRETS[0] },
    author: { email: 'ada@astuto.example', full_name: 'Ada', encrypted_password: SECRETS[1] },
    created_at: '2025-01-01T00:00:00.000Z',
  })
  const posts = Array.from({ length: 250 }, (_, index) => post(index + 1))
  const dateIn = (ms: number) => new Date(Date.now() + ms).toUTCString()
  const faults = [
    () => ({ status: 429, headers: { 'Retry-After': '1' }, body: {} }),
    () => ({ status: 429, headers: { 'Retry-After': dateIn(1_000) }, body: {} }),
    () => ({ status: 500, body: { error: 'no' } }),
    () => null,
  ]
  let pages = 0
  const api = await startFakeSource(({ path, query }) => {
    const fault = faults.shift()
    if (fault) return fault()
    if (!path.endsWith('/posts')) return { body: [] }
    const body = page(posts, query)
    pages += 1
    if (pages === 1) posts.unshift(post(1001), post(1002))
    if (pages === 2) posts.splice(0, 5)
    return { body }
  })
  onTestFinished(() => api.stop())
  const { target, done } = await imported('ASTUTO', { key: KEY, url: api.url })
  expect(faults).toEqual([])
  const { rows } = await app.database.pool.query<{ title: string }>(
    'select title from posts where organization_id = $1',
    [target.organization.id],
  )
  const titles = new Set(rows.map(({ title }) => title))
  expect(posts.filter(({ title }) => !titles.has(title))).toEqual([])
  expect(rows.length).toBe(titles.size)
  await expectNowhere([KEY, ...SECRETS], done)
})

test('a list that FeatureOS refuses with the status 200 is reported, and one that must be there ends the fetch', async () => {
  work()
  let refused = new Set(['customers', 'comments'])
  const api = await startFakeSource(({ path }) => {
    const list = path.replace('/api/v3/', '')
    if (refused.has(list)) return { body: { error: 'not on this plan' } }
    const rows =
      list === 'feature_requests' ? [{ id: 1, title: 'Dark mode', submitter: { name: 'Ada' } }] : []
    if (list !== 'organizations/info') return { body: { success: true, [list]: rows } }
    return {
      body: { success: true, organization: { subdomain: 'acme', api_key: SECRETS[0] }, status_info: [] },
    }
  })
  onTestFinished(() => api.stop())
  const { done } = await imported('FEATUREOS', { key: KEY, url: api.url })
  const lost = done.losses.filter(({ reason }: { reason: string }) => reason.includes('does not return'))
  expect(lost.map(({ what }: { what: string }) => what).sort()).toEqual(['comments', 'customers'])
  refused = new Set(['feature_requests'])
  const { admin } = await createTenant(app)
  const id = await planImport(app, admin.session, {
    source: 'FEATUREOS',
    from: { api: { key: KEY, url: api.url } },
  })
  const failed = await importIn(app, admin.session, id, 'FAILED', 'PLANNED')
  expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('"feature_requests"') })
  await app.database.pool.query('update import_sources set key_ciphertext = null')
  await expectNowhere([KEY, ...SECRETS], done, failed)
})

/** Fills an organization: two posts, two voters, a comment, a tag and a published entry. */
async function fill(source: Tenant): Promise<void> {
  const person = (name: string) => source.sso({ email: `${name}@self.example`, name, add_as_customer: true })
  const [ada, ben] = [await person('ada'), await person('ben')]
  const CREATE = 'mutation ($title: String!) { createPost(input: { title: $title }) { post { id } } }'
  const create = async (headers: Headers, title: string): Promise<string> =>
    (await run(app, headers, CREATE, { title })).createPost.post.id
  const [first, second] = [await create(ada, 'Dark mode'), await create(ben, 'Export')]
  const VOTE = 'mutation ($id: ID!) { castVote(input: { id: $id, direction: UP }) { post { id } } }'
  await run(app, ben, VOTE, { id: first })
  await run(app, ada, VOTE, { id: second })
  const COMMENT =
    'mutation ($id: ID!) { createComment(input: { postId: $id, body: "Yes" }) { comment { id } } }'
  await run(app, ben, COMMENT, { id: first })
}

test('this service passes as FeatureOS, over HTTP', async () => {
  work()
  const source = await createTenant(app)
  await fill(source)
  const key = source.key['API-KEY'] ?? ''
  const { target, done } = await imported('FEATUREOS', { key, url: app.url })
  for (const table of ['posts', 'votes', 'comments'])
    expect([table, await count(target, table)]).toEqual([table, await count(source, table)])
  const LIST = '{ posts { nodes { title votesCount commentsCount submitter { email } } } }'
  const sorted = async ({ admin }: Tenant) =>
    (await run(app, admin.session, LIST)).posts.nodes.map((node: object) => JSON.stringify(node)).sort()
  expect(await sorted(target)).toEqual(await sorted(source))
  await expectNowhere([key], done)
})
