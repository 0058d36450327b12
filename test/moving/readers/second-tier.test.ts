import { expect, test } from 'vitest'
import type { SourceKind } from '../../../src/moving/reader.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { filesFrom, ofType, openSample, readAll } from '../read.ts'

test.each<[source: SourceKind, path: string, sourceName: string]>([
  ['uservoice', 'uservoice/classic', 'uservoice:default'],
  ['uservoice', 'uservoice/full', 'uservoice:default'],
  ['uservoice', 'uservoice/analysis', 'uservoice:default'],
  ['uservoice', 'uservoice/moderated', 'uservoice:default'],
  ['github', 'github/rest', 'github:acme/app'],
  ['github', 'github/gh', 'github:acme/app'],
  ['github', 'github/discussions', 'github:acme/app'],
  ['productboard', 'productboard', 'productboard:default'],
])('%s gives the recorded items of %s, the same each time, without secrets', async (source, path, name) => {
  const inspection = await READERS[source].inspect(await openSample(path))
  expect(inspection.sourceName).toBe(name)
  const [one, other] = [
    await readAll(source, await openSample(path)),
    await readAll(source, await openSample(path)),
  ]
  expect(one.items).toEqual(other.items)
  const text = [inspection, ...one.items].map((item) => JSON.stringify(item)).join('\n')
  expect(text).not.toContain('DO-NOT-IMPORT')
  expect(text).not.toContain('192.0.2.7')
  await expect(`${text}\n`).toMatchFileSnapshot(`../recorded/${path.replace('/', '-')}.txt`)
})

test('issues of REST: votes with and without people, milestone, and no pull request', async () => {
  const reading = await readAll('github', await openSample('github/rest'))
  expect(ofType(reading, 'post')).toMatchObject([
    { externalId: 'issue:1', status: 'completed', votesCount: 3, paths: ['/acme/app/issues/1'] },
    { externalId: 'issue:3', status: 'not planned', submitter: 'deleted' },
  ])
  expect(ofType(reading, 'vote')).toMatchObject([{ post: 'issue:1', person: 'github:user:12' }])
  expect(ofType(reading, 'comment')).toMatchObject([{ post: 'issue:1', author: 'github:user:12' }])
  expect(ofType(reading, 'roadmap')).toMatchObject([{ title: 'Spring', endDate: '2025-04-01T07:00:00.000Z' }])
  expect(reading.skips).toMatchObject([{ externalId: 'issue:2', reason: 'It is a pull request.' }])
  expect(reading.losses).toMatchObject([{ what: 'reactions', count: 3 }])
})

test('issues of gh: one login is one person, and reactions to comments are counted as lost', async () => {
  const reading = await readAll('github', await openSample('github/gh'))
  expect(ofType(reading, 'person')).toMatchObject([
    { externalId: 'github:user:login:ada', name: 'Ada Byron' },
    { externalId: 'deleted', deleted: true },
  ])
  expect(ofType(reading, 'comment').map(({ author }) => author)).toEqual(['github:user:login:ada', 'deleted'])
  expect(reading.losses).toMatchObject([{ what: 'reactions', count: 3 }])
})

test('an answer of gh without authors gives anonymous posts', async () => {
  const files = filesFrom({ 'gh-issue-list.json': [{ number: 1, title: 'Dark mode', body: 'x' }] })
  const reading = await readAll('github', files)
  expect(ofType(reading, 'post')).toMatchObject([{ externalId: 'issue:1', submitter: 'anonymous' }])
  expect(ofType(reading, 'person')).toMatchObject([{ externalId: 'anonymous', name: 'Anonymous' }])
})

test('discussions: category, up-votes, replies one level deep, deleted authors', async () => {
  const reading = await readAll('github', await openSample('github/discussions'))
  expect(ofType(reading, 'post')).toMatchObject([
    { externalId: 'discussion:9', bucket: 'ideas', status: 'completed', votesCount: 6 },
  ])
  expect(ofType(reading, 'comment')).toMatchObject([
    { externalId: 'DC_1', author: 'github:user:12' },
    { externalId: 'DC_2', parent: 'DC_1', author: 'deleted' },
  ])
})

test('Productboard: a note is a vote and an internal comment for each feature, and pending without one', async () => {
  const files = await openSample('productboard')
  const reading = await readAll('productboard', files)
  expect(reading.faults).toEqual([])
  expect(ofType(reading, 'post')).toMatchObject([
    { externalId: 'f-1', createdAt: '2025-04-13T05:14:00.000Z', text: { markdown: '- colors\n- switch' } },
    { externalId: 'f-2', createdAt: '2025-04-03T05:14:00.000Z' },
    { externalId: 'note:n-3', bucket: 'inbox', approval: 'pending' },
    { externalId: 'note:n-4', bucket: 'inbox', approval: 'pending' },
  ])
  expect(ofType(reading, 'post')[0]?.notes).toEqual(['Effort: 8', 'Team: Web'])
  expect(ofType(reading, 'vote').map(({ externalId }) => externalId)).toEqual([
    'f-1:ada@example.com',
    'f-2:ada@example.com',
  ])
  expect(ofType(reading, 'comment').map(({ externalId }) => externalId)).toEqual([
    'f-1:n-1',
    'f-2:n-1',
    'f-1:n-2',
  ])
  expect(reading.losses).toMatchObject([{ what: 'links', count: 1 }])
  expect((await READERS.productboard.inspect(files)).losses.map(({ what }) => what)).toContain(
    'column note_tags',
  )
})

test('dates of features with slashes are decided by their own file, and else by the option', async () => {
  const features = (date: string) =>
    filesFrom({ 'features.csv': `entity_uuid,entity_name,created_at\n1,Dark mode,${date}\n` })
  const { decisions } = await READERS.productboard.inspect(features('4/3/25'))
  expect(decisions).toMatchObject([{ option: '--date-order' }])
  const [day] = ofType(await readAll('productboard', features('4/3/25'), { dateOrder: 'dmy' }), 'post')
  expect(day?.createdAt).toBe('2025-03-04T00:00:00.000Z')
  expect((await READERS.productboard.inspect(features('4/13/25'))).decisions).toEqual([])
})

test('a word that every object has is no Boolean and no kind of a status', async () => {
  const post = { id: '1', title: 'Dark mode', status: { id: 's', name: 'x', type: 'constructor' } }
  const files = () => filesFrom({ 'posts.json': { data: [post] } })
  expect(ofType(await readAll('featurebase', files()), 'status')[0]?.kind).toBeUndefined()
  const pinned = filesFrom({ 'posts.json': { data: [{ ...post, isPinned: 'constructor' }] } })
  expect((await readAll('featurebase', pinned)).faults).toMatchObject([
    { problems: [{ field: 'isPinned', reason: 'is not true or false' }] },
  ])
})
