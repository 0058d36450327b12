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

test('classic UserVoice: forum, category, response, notes, merge and people by address', async () => {
  const reading = await readAll('uservoice', await openSample('uservoice/classic'))
  const [ideas, ...others] = ofType(reading, 'bucket')
  expect([ideas?.name, others]).toEqual(['Ideas', []])
  expect(ofType(reading, 'post')).toMatchObject([
    { externalId: '101', votesCount: 3, notes: ['Votes: 7'], tags: ['design'], status: 'under review' },
    { externalId: '102', submitter: 'name:ben' },
  ])
  expect(ofType(reading, 'post')[1]).not.toHaveProperty('votesCount')
  expect(ofType(reading, 'merge')).toMatchObject([{ child: '102', parent: '101' }])
  expect(ofType(reading, 'comment')).toMatchObject([
    { externalId: 'response:101', pinned: true, createdAt: '2024-03-06T08:00:00.000Z' },
    { externalId: 'note:101', internal: true },
    { externalId: '900', author: 'ben@example.org' },
  ])
  expect(ofType(reading, 'person')[0]).toMatchObject({
    externalId: 'ada@example.com',
    customFields: { uservoice_guid: 'u_1001' },
  })
  expect(reading.faults).toMatchObject([{ externalId: '103', problems: [{ reason: 'is not a date' }] }])
  expect(reading.losses).toMatchObject([
    { what: 'people', count: 1 },
    { what: 'e-mail addresses', count: 1 },
  ])
})

test('full export of UserVoice: a voter is one person, one vote and one subscription, and no author', async () => {
  const reading = await readAll('uservoice', await openSample('uservoice/full'))
  expect(ofType(reading, 'post')).toMatchObject([
    { externalId: '101', tags: ['ui', 'night'], votesCount: 4, submitter: 'anonymous' },
    { externalId: '102', tags: ['[draft]', 'plain'], submitter: 'anonymous' },
  ])
  const votes = ['101:ada@example.com', '101:ben@example.org', '102:ada@example.com']
  expect(ofType(reading, 'vote').map(({ externalId }) => externalId)).toEqual(votes)
  expect(ofType(reading, 'subscription').map(({ externalId }) => externalId)).toEqual(votes)
  expect(ofType(reading, 'person').map(({ name }) => name)).toEqual(['Anonymous', 'Ada Byron', 'Ben'])
  expect(reading.losses).toMatchObject([{ what: 'voters', count: 1 }])
})

test('moderation of UserVoice decides: spam and deleted ideas are left out, unknown states are pending', async () => {
  const reading = await readAll('uservoice', await openSample('uservoice/moderated'))
  expect(ofType(reading, 'post')).toMatchObject([
    { externalId: '8', approval: 'pending' },
    { externalId: '10', approval: 'approved', status: 'planned', submitter: 'ada@example.com' },
    { externalId: '11', approval: 'approved', votesCount: 0, notes: ['Lists: Q3, Big bets'] },
    { externalId: '12', approval: 'pending' },
  ])
  expect(reading.skips).toMatchObject([
    { externalId: '7', reason: 'It is spam.' },
    { externalId: '9', reason: 'It is deleted.' },
  ])
  expect(ofType(reading, 'vote').map(({ post, createdAt }) => [post, createdAt])).toEqual([
    ['8', '2025-07-21T03:37:03.000Z'],
    ['10', '2025-07-22T10:00:00.000Z'],
    ['12', '2025-07-21T03:37:03.000Z'],
  ])
  expect(ofType(reading, 'comment')).toMatchObject([
    {
      ...{ post: '10', author: 'nora@fernpad.example', pinned: true, text: { plain: 'Soon.' } },
      createdAt: '2025-08-01T10:00:00.000Z',
    },
  ])
  const people = ofType(reading, 'person').map(({ externalId }) => externalId)
  expect(people).toEqual(['ada@example.com', 'nora@fernpad.example'])
  expect(reading.losses).toEqual([])
})

test('comments of UserVoice follow their moderation, and nobody is named for a text without an author', async () => {
  const files = filesFrom({
    'ideas.csv': 'Id,Title,Response,Notes\n1,Dark mode,Soon.,Ask Ben.\n',
    'comments.csv': 'Id,Suggestion Id,Text,Moderation State\n1,1,Buy,spam\n2,1,Wait,awaiting_moderation\n',
  })
  const reading = await readAll('uservoice', files)
  expect(ofType(reading, 'comment')).toMatchObject([
    { externalId: 'response:1', author: 'anonymous' },
    { externalId: 'note:1', author: 'anonymous', internal: true },
    { externalId: '2', author: 'anonymous', approval: 'pending' },
  ])
  expect(reading.skips).toMatchObject([{ type: 'comment', externalId: '1', reason: 'It is spam.' }])
})

test('a post of FeatureOS that is not approved is not public', async () => {
  const post = { id: 1, title: 'Spam', approval_status: 'rejected', bucket: { id: 1, name: 'Ideas' } }
  const files = filesFrom({ 'feature_requests-page-1.json': { feature_requests: [post] } })
  expect(ofType(await readAll('featureos', files), 'post')).toMatchObject([{ approval: 'pending' }])
})

test('the table of users is found by its name, not by the name of the product or a folder', async () => {
  const files = filesFrom({
    'comments-and-users/uservoice-ideas.csv': 'Id,Title,Text,Email\n1,Dark mode,x,ada@example.com\n',
  })
  expect(ofType(await readAll('uservoice', files), 'post')).toMatchObject([{ title: 'Dark mode' }])
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
