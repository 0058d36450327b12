import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { startRun } from '../../../src/moving/engine/run-states.ts'
import type { Run } from '../../../src/moving/engine/read-run.ts'
import { openPictures } from '../../../src/moving/transfer/picture-client.ts'
import { png } from '../../support/fixtures/pictures.ts'
import { createTenant, type Tenant } from '../../support/fixtures/scenario.ts'
import { useApp } from '../../support/use.ts'
import { filesFrom } from '../read.ts'
import { rowsOfOrganization } from './rows-of-organization.ts'
import { importSource, planSource, type Given } from './run-source.ts'
import { undoImport } from './undo-import.ts'

const app = useApp()
const MEGABYTE = 1_048_576

/** Starts a server of pictures. Returns its host, the paths that were requested, and how many were open at once. */
async function startPictures(hold: () => Promise<void> = () => Promise.resolve()) {
  const requested: string[] = []
  const state = { open: 0, most: 0 }
  const answer: RequestListener = (request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    state.open += 1
    state.most = Math.max(state.most, state.open)
    void hold().then(() => {
      state.open -= 1
      const [, status = '', location] = /^\/(\d{3})(?:\?to=(.*))?$/.exec(path) ?? []
      if (status)
        response.writeHead(Number(status), location ? { location: decodeURIComponent(location) } : {}).end()
      else if (path === '/page.png') response.end('<html>')
      else if (path === '/large.png') response.end(png({ noise: 6 * MEGABYTE }))
      else response.end(png({ noise: path.length * 100 }))
    })
  }
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requested, state }
}

/** A CSV file of posts with Markdown texts, whose pictures are fetched. */
const postsWith = (texts: readonly string[], hosts: readonly string[], fetchAssets = true): Given => ({
  source: 'csv',
  options: { fetchAssets },
  openPictures: () => openPictures(new Set(hosts)),
  open: () =>
    Promise.resolve(
      filesFrom({
        'posts.csv': [
          'id,title,description',
          ...texts.map((text, index) => `${index + 1},Post ${index + 1},"${text}"`),
        ].join('\n'),
      }),
    ),
})

const query = async <Row>(text: string, ...values: unknown[]) =>
  (await app.database.pool.query(text, values)).rows as Row[]

const textsOf = async ({ organization }: Tenant) =>
  (
    await query<{ html: string }>(
      'select description_html as html from posts where organization_id = $1 order by title',
      organization.id,
    )
  ).map(({ html }) => html)

const uploadsOf = async ({ organization }: Tenant) =>
  (
    await query<{ attached: boolean }>(
      'select attached_at is not null as attached from uploads where organization_id = $1',
      organization.id,
    )
  ).map(({ attached }) => attached)

const lossesOf = async ({ id }: Run) => {
  const [row] = await query<{ losses: object[] }>(
    `select plan->'losses' as losses from import_runs where id = $1`,
    id,
  )
  return row?.losses
}

test('pictures at other addresses are stored, a second run changes nothing, and undo removes them', async () => {
  const { host, requested, state } = await startPictures()
  const tenant = await createTenant(app)
  const before = await rowsOfOrganization(app, tenant)
  const texts = [
    `See ![a](http://${host}/a.png?x=1&y=2) and [the same](http://${host}/a.png?x=1&y=2)`,
    `<a href=http://${host}/302?to=%2Fb.png><img src='http://${host}/302?to=%2Fb.png'></a>`,
    ...Array.from({ length: 12 }, (_, index) => `![](http://${host}/many-${index}.png)`),
    'No picture',
  ]
  const given = postsWith(texts, [host])
  const run = await importSource(app, tenant, given)
  expect(run).toMatchObject({ state: 'done', counts: { post: { created: 15 }, upload: { created: 14 } } })
  const stored = await textsOf(tenant)
  expect(stored.filter((text) => text.includes(`src="/uploads/`))).toHaveLength(14)
  expect(stored.join('')).not.toContain(`src="http://${host}`)
  expect(stored.join('')).toContain(`href="http://${host}/a.png?x=1&amp;y=2"`)
  expect(await uploadsOf(tenant)).toEqual(Array.from({ length: 14 }, () => true))
  expect(state.most).toBeLessThanOrEqual(4)
  const requests = requested.length
  expect(requests).toBe(15)

  const between = await rowsOfOrganization(app, tenant)
  for (const fetchAssets of [true, false]) {
    const again = await importSource(app, tenant, postsWith(texts, [host], fetchAssets))
    expect(again.counts).toMatchObject({ post: { unchanged: 15 } })
    expect(await rowsOfOrganization(app, tenant)).toEqual(between)
    expect(await undoImport(app, tenant, again)).toMatchObject({
      state: 'UNDONE',
      remaining: { totalCount: 0 },
    })
  }
  expect(requested).toHaveLength(requests)
  expect(await undoImport(app, tenant, run)).toMatchObject({ state: 'UNDONE', remaining: { totalCount: 0 } })
  expect(await rowsOfOrganization(app, tenant)).toEqual(before)
})

test('what cannot be fetched becomes a link to its http: address and is listed with the reason', async () => {
  const [{ host }, inner] = [await startPictures(), await startPictures()]
  const tenant = await createTenant(app)
  const inside = encodeURIComponent(`http://${inner.host}/secret.png`)
  const reasons = {
    '404': 'Its server answers 404.',
    'page.png': 'Send a picture as PNG, JPEG, GIF, WebP or AVIF',
    'large.png': 'It has more than 5 MB.',
    [`302?to=${inside}`]: 'Its address is not public.',
    '302?to=%2F302': 'Its server answers 302.',
    '302?to=file%3A%2F%2F%2Fetc%2Fpasswd': 'Its address is neither http nor https.',
  }
  const paths = [...Object.keys(reasons), 'good.png']
  const given = postsWith(
    paths.map((path) => `![](http://${host}/${path})`),
    [host],
  )
  const run = await importSource(app, tenant, given)
  expect(run.counts).toEqual({ post: { created: 7 }, upload: { created: 1 }, ...statusesOf(run) })
  const texts = await textsOf(tenant)
  expect(texts.filter((text) => text.includes(`<a href="http://${host}/`))).toHaveLength(6)
  expect(texts.join('')).not.toContain('src="http:')
  expect(await lossesOf(run)).toEqual(
    expect.arrayContaining(
      Object.entries(reasons).map(([path, reason]) => ({
        what: `picture http://${host}/${path}`,
        count: 1,
        reason,
      })),
    ),
  )
  expect(inner.requested).toEqual([])
})

const statusesOf = ({ counts }: Run) =>
  Object.fromEntries(Object.entries(counts).filter(([kind]) => !['post', 'upload'].includes(kind)))

test('a fetch that ends early goes on, and fetches no picture twice', async () => {
  const stop = new AbortController()
  let answered = 0
  const { host, requested } = await startPictures(() => {
    answered += 1
    if (answered === 30) stop.abort()
    return Promise.resolve()
  })
  const tenant = await createTenant(app)
  const texts = Array.from({ length: 60 }, (_, index) => `![](http://${host}/${index}.png)`)
  const given = postsWith(texts, [host])
  const planned = await planSource(app, tenant, given)
  await startRun(app.database.kysely, planned, {})
  const { runImport } = await import('../../../src/moving/engine/run-import.ts')
  const { contextOf } = await import('./run-source.ts')
  const context = { ...contextOf(app), openPictures: given.openPictures }
  const opened = async () => ({ files: await given.open() })
  const broken = await runImport(context, planned, opened, { signal: stop.signal, owner: 'first' })
  expect(broken).toMatchObject({ state: 'running', cursor: 0 })
  const before = (await uploadsOf(tenant)).length
  expect(before).toBeLessThan(60)
  await query(`update import_runs set leased_until = now() - interval '1 second' where id = $1`, planned.id)
  const run = await runImport(context, planned, opened, { owner: 'second' })
  expect(run).toMatchObject({ state: 'done', counts: { post: { created: 60 }, upload: { created: 60 } } })
  expect(await uploadsOf(tenant)).toHaveLength(60)
  expect(requested.length).toBeLessThanOrEqual(60 + 30 - before + 4)
})
