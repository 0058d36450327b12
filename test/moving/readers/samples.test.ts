import { expect, test } from 'vitest'
import type { SourceKind } from '../../../src/moving/reader.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { PHASE_OF, PHASES } from '../../../src/moving/phases.ts'
import { countedVotes } from '../../../src/moving/rules/counted-votes.ts'
import { survivorsOf } from '../../../src/moving/rules/copied-votes.ts'
import { filesOf } from '../../../src/moving/sources/open-files.ts'
import { ofType, openSample, readAll, type Reading } from '../read.ts'

/** Answers of Astuto's API lie beside its tables. */
async function astutoAnswers() {
  const all = await openSample('astuto')
  const names = all.names.filter((name) => name.startsWith('api-'))
  return filesOf(
    await Promise.all(
      names.map(async (name) => {
        const stream = await all.open(name)
        const parts = (await stream.toArray()) as Buffer[]
        const { memoryBytes } = await import('../../../src/moving/sources/open-files.ts')
        return { name, bytes: memoryBytes(Buffer.concat(parts)) }
      }),
    ),
  )
}

/**
 * A line of the design's table: people, buckets, tags, posts, rows of votes + counted, comments (internal), entries.
 */
const SAMPLES: [name: string, source: SourceKind, path: string, line: string][] = [
  [
    'fider-backup',
    'fider',
    'fider/backup.zip',
    'people 4 buckets 0 tags 1 posts 3 votes 3+0 comments 2 (0) entries 0',
  ],
  [
    'fider-folder',
    'fider',
    'fider/backup',
    'people 4 buckets 0 tags 1 posts 3 votes 3+0 comments 2 (0) entries 0',
  ],
  [
    'fider-csv',
    'fider',
    'fider/posts.csv',
    'people 3 buckets 0 tags 2 posts 3 votes 0+3 comments 1 (0) entries 0',
  ],
  [
    'astuto-tables',
    'astuto',
    'astuto/tables',
    'people 4 buckets 2 tags 0 posts 3 votes 2+0 comments 3 (1) entries 0',
  ],
  ['astuto-api', 'astuto', 'astuto', 'people 1 buckets 1 tags 0 posts 1 votes 1+0 comments 1 (0) entries 0'],
  ['canny', 'canny', 'canny', 'people 3 buckets 1 tags 3 posts 3 votes 3+0 comments 5 (2) entries 1'],
  [
    'canny-csv',
    'csv',
    'canny/posts-export-UNVERIFIED-headings.csv',
    'people 1 buckets 1 tags 3 posts 2 votes 0+3 comments 0 (0) entries 0',
  ],
  [
    'featureos',
    'featureos',
    'featureos',
    'people 2 buckets 1 tags 1 posts 1 votes 0+2 comments 0 (0) entries 1',
  ],
  [
    'quackback',
    'quackback',
    'quackback/export.zip',
    'people 3 buckets 1 tags 1 posts 2 votes 2+2 comments 2 (0) entries 1',
  ],
  [
    'quackback-template',
    'quackback',
    'quackback/import-template.csv',
    'people 1 buckets 1 tags 2 posts 1 votes 0+3 comments 0 (0) entries 0',
  ],
  ['plain', 'csv', 'plain/posts.csv', 'people 1 buckets 1 tags 2 posts 1 votes 0+3 comments 0 (0) entries 0'],
  [
    'featurebase',
    'featurebase',
    'featurebase',
    'people 3 buckets 1 tags 1 posts 1 votes 2+1 comments 2 (1) entries 1',
  ],
  [
    'logchimp',
    'logchimp',
    'logchimp/tables',
    'people 2 buckets 1 tags 0 posts 2 votes 2+0 comments 2 (0) entries 0',
  ],
  [
    'clearflask',
    'clearflask',
    'clearflask',
    'people 2 buckets 1 tags 2 posts 2 votes 0+3 comments 3 (0) entries 0',
  ],
]

const open = (name: string, path: string) => (name === 'astuto-api' ? astutoAnswers() : openSample(path))

/** Sums up a reading as the writer sees it: a post with notes gets one internal comment. */
function lineOf(reading: Reading): string {
  const posts = ofType(reading, 'post')
  const comments = ofType(reading, 'comment')
  const survivors = survivorsOf(ofType(reading, 'merge'))
  const votes = new Map<string, Set<string>>()
  for (const { post, person } of ofType(reading, 'vote')) {
    const on = survivors.get(post) ?? post
    votes.set(on, (votes.get(on) ?? new Set()).add(person))
  }
  const counted = posts.reduce(
    (sum, { externalId, votesCount }) => sum + countedVotes(votesCount, votes.get(externalId)?.size ?? 0),
    0,
  )
  const notes = posts.filter((post) => post.notes.length > 0).length
  const internal = comments.filter((comment) => comment.internal).length + notes
  const number = (type: 'person' | 'bucket' | 'tag' | 'vote' | 'changelog') => ofType(reading, type).length
  return [
    `people ${number('person')} buckets ${number('bucket')} tags ${number('tag')} posts ${posts.length}`,
    `votes ${number('vote')}+${counted} comments ${comments.length + notes} (${internal}) entries ${number('changelog')}`,
  ].join(' ')
}

test.each(SAMPLES)('%s gives the records of the design', async (name, source, path, line) => {
  const files = await open(name, path)
  const inspection = await READERS[source].inspect(files)
  const reading = await readAll(source, files)
  expect(lineOf(reading)).toBe(line)
  const text = [inspection, ...reading.items].map((item) => JSON.stringify(item)).join('\n')
  await expect(`${text}\n`).toMatchFileSnapshot(`../recorded/${name}.txt`)
  await files.close()
})

test.each(SAMPLES)(
  '%s gives the same items in the same order each time, by phase',
  async (name, source, path) => {
    const files = await open(name, path)
    const [one, other] = [await readAll(source, files), await readAll(source, await open(name, path))]
    expect(one.items).toEqual(other.items)
    const phases = one.records.map((record) => PHASES.indexOf(PHASE_OF[record.type]))
    expect(phases).toEqual(phases.toSorted((left, right) => left - right))
    const keys = one.records.map((record) => `${record.type} ${record.externalId}`)
    expect(new Set(keys).size).toBe(keys.length)
  },
)

test.each(SAMPLES)('%s has no secret, and its references lead to records', async (name, source, path) => {
  const reading = await readAll(source, await open(name, path))
  const text = JSON.stringify(reading.items)
  for (const secret of ['DO-NOT-IMPORT', 'not-to-be-kept', '00000000-1111-2222-3333-444444444444'])
    expect(text).not.toContain(secret)
  const ids = (type: 'person' | 'post' | 'bucket' | 'tag' | 'status') =>
    new Set(ofType(reading, type).map((record) => record.externalId))
  const [people, posts, buckets, tags, statuses] = [
    ids('person'),
    ids('post'),
    ids('bucket'),
    ids('tag'),
    ids('status'),
  ]
  for (const post of ofType(reading, 'post')) {
    expect(people).toContain(post.submitter)
    if (post.bucket !== undefined) expect(buckets).toContain(post.bucket)
    if (post.status !== undefined) expect(statuses).toContain(post.status)
    for (const tag of post.tags) expect(tags).toContain(tag)
  }
  for (const vote of ofType(reading, 'vote')) {
    expect(people).toContain(vote.person)
    expect(posts).toContain(vote.post)
  }
  for (const comment of ofType(reading, 'comment')) {
    expect(posts).toContain(comment.post)
    if (comment.author !== undefined) expect(people).toContain(comment.author)
  }
})

test('a votes file is read beside the posts, and each row of it is a person and a vote', async () => {
  const votes = await openSample('plain/votes.csv')
  const reading = await readAll('csv', await openSample('plain/posts.csv'), { votes })
  expect(ofType(reading, 'vote')).toMatchObject([{ post: 'ext-1', person: 'ada@example.com' }])
  expect(
    reading.faults.map(({ origin, problems }) => [origin.row, problems.map(({ field }) => field).sort()]),
  ).toEqual([
    [3, ['created_at', 'title', 'votes']],
    [4, ['author_email', 'created_at']],
  ])
})
