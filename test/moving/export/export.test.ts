import { beforeAll, expect, test } from 'vitest'
import { NODE_PREFIXES } from '../../../src/graphql/schema/node/prefixes.ts'
import { ID_PREFIXES } from '../../../src/moving/export/columns.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { readWhole } from '../../../src/moving/sources/source-files.ts'
import type { DemoCredentials } from '../../../src/seed/demo.ts'
import { useApp } from '../../support/use.ts'
import { ofType, readAll } from '../read.ts'
import { exported, rowsOf, fileText, textsOf, type Written } from './export.ts'
import { createFullOrganization, PICTURE, WEBHOOK_SECRET } from './organization.ts'

const app = useApp()
let demo: DemoCredentials
let written: Written

beforeAll(async () => {
  demo = await createFullOrganization(app)
  written = await exported(app, demo.organization.id, { withEvents: true, withAudit: true })
})

/** Numbers of the organization's rows by table. */
async function counts(...tables: string[]): Promise<number[]> {
  const all = tables.map(async (table) => {
    const text = `select count(*)::int as n from ${table} where organization_id = $1`
    const { rows } = await app.database.pool.query<{ n: number }>(text, [demo.organization.id])
    return rows[0]?.n ?? -1
  })
  return Promise.all(all)
}

test('ids have the prefixes of the schema', () => {
  expect(NODE_PREFIXES).toMatchObject(ID_PREFIXES)
})

test('the reader of imports reads each row, and nothing is refused or left', async () => {
  const reading = await readAll('echolog', written.files, { webhooks: true })
  expect(reading.faults).toEqual([])
  expect(reading.skips).toEqual([])
  expect(reading.losses.map(({ what }) => what).sort()).toEqual(['file audit.jsonl', 'file events.jsonl'])
  const kinds = {
    status: 'statuses',
    bucket: 'buckets',
    tag: 'tags',
    label: 'changelog_labels',
    person: 'users',
    post: 'posts',
    vote: 'votes',
    comment: 'comments',
    subscription: 'post_subscribers',
    merge: 'post_merges',
    roadmap: 'roadmaps',
    roadmapPost: 'roadmap_posts',
    changelog: 'changelogs',
    webhook: 'webhooks',
    address: 'old_addresses',
  } as const
  const names = Object.keys(kinds) as (keyof typeof kinds)[]
  const read = names.map((type) => ofType(reading, type).length)
  expect(read).toEqual(await counts(...Object.values(kinds)))
  expect(read.every((number) => number > 0)).toBe(true)
  expect(ofType(reading, 'organization')).toHaveLength(1)
  expect(ofType(reading, 'reference')).toMatchObject([{ sourceName: 'fider:acme:1', id: '12' }])
})

test('records have the content of their rows', async () => {
  const reading = await readAll('echolog', written.files)
  const posts = await app.database.kysely
    .selectFrom('posts')
    .selectAll()
    .where('organizationId', '=', demo.organization.id)
    .orderBy('id')
    .execute()
  const expected = posts.map((post) => ({
    externalId: `post_${post.id}`,
    title: post.title,
    slug: post.slug,
    bucket: `bkt_${post.bucketId}`,
    status: `sts_${post.statusId}`,
    submitter: `usr_${post.submitterId}`,
    approval: post.approvalStatus,
    pinned: post.pinned,
    importedVotes: post.importedVotes,
    createdAt: post.createdAt.toISOString(),
  }))
  expect(ofType(reading, 'post')).toMatchObject(expected)
  const [merge] = ofType(reading, 'merge')
  expect(merge).toMatchObject({
    parent: `post_${posts[0]?.id}`,
    child: `post_${posts[1]?.id}`,
    restored: { importedVotes: 40 },
  })
  const locales = ofType(reading, 'changelog').map(({ locale }) => locale)
  expect(new Set(locales)).toEqual(new Set(['en', 'de']))
})

test('an attached upload is a file, by whose name texts refer to it', async () => {
  const [upload, ...others] = await rowsOf(written, 'uploads')
  expect(others).toEqual([])
  const name = `uploads/${String(upload?.['id'])}.png`
  expect(await readWhole(written.files, name, 100)).toEqual(PICTURE)
  expect((await rowsOf(written, 'posts'))[0]?.['descriptionHtml']).toContain(`src="${name}"`)
  const reading = await readAll('echolog', written.files)
  expect(ofType(reading, 'upload')).toMatchObject([{ file: name, bytes: PICTURE.length }])
})

test('the manifest has the checksums and the last event, and a changed file is refused', async () => {
  expect(await READERS.echolog.inspect(written.files)).toMatchObject({ format: 'echolog/1' })
  const manifest = JSON.parse(await fileText(written, 'manifest.json')) as {
    event: string
    files: Record<string, { sha256: string }>
  }
  const events = await rowsOf(written, 'events')
  expect(manifest.event).toBe(events.at(-1)?.['id'])
  expect(Object.keys(manifest.files).toSorted()).toEqual(
    written.files.names.filter((name) => name !== 'manifest.json').toSorted(),
  )
  const names = written.files.names
  const tampered = {
    ...written.files,
    names,
    open: (name: string) => written.files.open(name === 'tags.jsonl' ? 'buckets.jsonl' : name),
  }
  await expect(READERS.echolog.inspect(tampered)).rejects.toThrow('checksum')
})

test('two exports of an unchanged organization are equal but for the manifest', async () => {
  const again = await exported(app, demo.organization.id, { withEvents: true, withAudit: true })
  expect(await textsOf(again)).toEqual(await textsOf(written))
})

test('it contains no password, key, secret or token', async () => {
  const text = Object.values(await textsOf(written)).join('\n') + (await fileText(written, 'manifest.json'))
  const { kysely } = app.database
  const accounts = await kysely.selectFrom('accounts').select('passwordHash').execute()
  const secrets = [
    demo.admin.password,
    demo.apiKey,
    demo.ssoKey,
    WEBHOOK_SECRET,
    Buffer.from(WEBHOOK_SECRET).toString('hex'),
    ...accounts.flatMap(({ passwordHash }) => passwordHash ?? []),
  ]
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  expect(text).toContain('https://receiver.example/hook')
})
