import { expect, test } from 'vitest'
import { filesFrom, ofType, openSample, readAll } from '../read.ts'

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

test('comments of UserVoice follow their moderation, and a text without an author is anonymous', async () => {
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
