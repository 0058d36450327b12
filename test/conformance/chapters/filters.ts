import { assertSame, assertThat, forEach, skipUnless, formatValue, type Chapter } from '../check.ts'
import type { Body } from '../client.ts'
import type { Query, Target } from '../target.ts'

const POSTS = '/api/v3/feature_requests'
const COMMENTS = '/api/v3/comments'
const CUSTOMERS = '/api/v3/customers'
const CHANGELOGS = '/api/v3/changelogs'

type Matches = (row: Body) => boolean

/** Contract 4: filters that filter, orders, and private buckets. */
export const filters: Chapter = {
  name: 'filters',
  section: '4',
  checks: () => [
    { name: 'bucket_id selects the posts of a bucket', run: filterBuckets },
    { name: 'states selects posts by status', run: filterStates },
    { name: 'tag_ids selects posts with one of the tags', run: filterTags },
    { name: 'approval_status selects posts by approval', run: filterApproval },
    { name: 'q selects posts by a word of the title', run: filterWords },
    { name: 'Every documented order of posts is total and as named', run: sortPosts },
    { name: 'Posts of private buckets are listed with ALLOW-PRIVATE: true only', run: filterPrivate },
    { name: 'feature_request_id selects the comments of a post', run: filterComments },
    { name: 'Comments are listed oldest first', run: sortComments },
    { name: 'label selects customers', run: filterLabels },
    { name: 'q selects customers by e-mail', run: filterCustomers },
    { name: 'status selects changelogs by state', run: filterChangelogStates },
    { name: 'locale selects changelogs by language', run: filterLocales },
  ],
}

/** Compares a filtered list with the rows of the whole list that match. */
async function compare(target: Target, path: string, query: Query, matches: Matches): Promise<void> {
  const all = await target.rows(path)
  const filtered = await target.rows(path, query)
  const about = `GET ${path}?${formatValue(query)}`
  assertSame(
    `${about}, rows that do not match`,
    filtered.filter((row) => !matches(row)).map(({ id }) => id as number),
    [],
  )
  const ids = new Set(filtered.map(({ id }) => id as number))
  const missing = all.filter((row) => matches(row) && !ids.has(row.id as number))
  if (filtered.length < 100)
    assertSame(
      `${about}, matching rows that are missing`,
      missing.map(({ id }) => id as number),
      [],
    )
}

async function filterBuckets(target: Target): Promise<void> {
  const { bucket } = await target.first(POSTS)
  await compare(target, POSTS, { bucket_id: bucket.id }, (post) => post.bucket.id === bucket.id)
}

async function filterStates(target: Target): Promise<void> {
  const { custom_status } = await target.first(POSTS)
  const hasState: Matches = (post) => post.custom_status.value === custom_status.value
  await compare(target, POSTS, { states: custom_status.value }, hasState)
}

async function filterTags(target: Target): Promise<void> {
  const posts = await target.rows(POSTS)
  const tag = posts.flatMap(({ tags }) => tags as Body[])[0]
  skipUnless(tag !== undefined, 'no post has a tag')
  const hasTag: Matches = (post) => (post.tags as Body[]).some(({ id }) => id === tag.id)
  await compare(target, POSTS, { tag_ids: tag.id }, hasTag)
}

async function filterApproval(target: Target): Promise<void> {
  await forEach(['pending', 'approved'], (value) =>
    compare(target, POSTS, { approval_status: value }, (post) => post.approval_status === value),
  )
}

async function filterWords(target: Target): Promise<void> {
  const { id, title } = await target.first(POSTS)
  const word = /\p{L}{4,}/u.exec(String(title))?.[0]
  skipUnless(word !== undefined, 'the newest post has no word of four letters')
  const found = await target.rows(POSTS, { q: word })
  assertThat(
    found.length === 100 || found.some((post) => post.id === id),
    `q=${word} does not find post ${id}`,
  )
  assertSame('q with a word of no post', await target.rows(POSTS, { q: 'xqzjvkwpt' }), [])
}

type Order = [sort: string, value: (post: Body) => number, isRising: boolean]
const created = (row: Body) => Date.parse(String(row.created_at))
const updated = (row: Body) => Date.parse(String(row.updated_at))
const ORDERS: Order[] = [
  ['', created, false],
  ['latest_created_at', created, false],
  ['oldest_created_at', created, true],
  ['latest_updated_at', updated, false],
  ['oldest_updated_at', updated, true],
  ['top', (post) => Number(post.votes_count), false],
]

async function sortPosts(target: Target): Promise<void> {
  await forEach(ORDERS, async ([sort, value, isRising]) => {
    const posts = await target.rows(POSTS, { sort })
    assertSorted(`sort=${sort}`, posts.map(value), isRising)
    if (sort !== 'top') return
    for (const votes of new Set(posts.map(value)))
      assertSorted(
        `sort=top, times of the posts with ${votes} votes`,
        posts.filter((post) => value(post) === votes).map(created),
        false,
      )
  })
}

function assertSorted(about: string, values: number[], isRising: boolean): void {
  const sorted = values.toSorted((one, other) => (isRising ? one - other : other - one))
  assertSame(about, values, sorted)
}

async function filterPrivate(target: Target): Promise<void> {
  const buckets = await target.rows('/api/v3/buckets')
  const closed = buckets.filter((bucket) => bucket.private === true).map(({ id }) => id as number)
  const isClosed: Matches = (post) => closed.includes(post.bucket.id as number)
  const listed = await target.rows(POSTS)
  assertSame('private posts without ALLOW-PRIVATE', listed.filter(isClosed), [])
  const [bucket_id] = closed
  skipUnless(bucket_id !== undefined, 'the organization has no private bucket')
  assertSame('posts of a private bucket', await target.rows(POSTS, { bucket_id }), [])
  const opened = await target.rows(POSTS, { bucket_id }, { headers: { 'ALLOW-PRIVATE': 'true' } })
  const others = opened.filter((post) => post.bucket.id !== bucket_id)
  assertSame('posts of other buckets with ALLOW-PRIVATE and bucket_id', others, [])
}

async function filterComments(target: Target): Promise<void> {
  const { feature_request } = await target.first(COMMENTS)
  const isOfPost: Matches = (comment) => comment.feature_request.id === feature_request.id
  await compare(target, COMMENTS, { feature_request_id: feature_request.id }, isOfPost)
}

async function sortComments(target: Target): Promise<void> {
  assertSorted('times of comments', (await target.rows(COMMENTS)).map(created), true)
}

async function filterLabels(target: Target): Promise<void> {
  const customers = await target.rows(CUSTOMERS)
  const [label] = customers.flatMap(({ labels }) => labels as string[])
  skipUnless(label !== undefined, 'no customer has a label')
  await compare(target, CUSTOMERS, { label }, (customer) => (customer.labels as string[]).includes(label))
}

async function filterCustomers(target: Target): Promise<void> {
  const customers = await target.rows(CUSTOMERS)
  const customer = customers.find(({ email }) => typeof email === 'string')
  skipUnless(customer !== undefined, 'no customer has an e-mail address')
  const found = await target.rows(CUSTOMERS, { q: customer.email })
  assertThat(
    found.some(({ id }) => id === customer.id),
    `q=${customer.email} does not find customer ${customer.id}`,
  )
}

async function filterChangelogStates(target: Target): Promise<void> {
  const states: [state: string, matches: Matches][] = [
    ['published', ({ published }) => published === true],
    ['scheduled', (entry) => entry.published === false && entry.scheduled_published_at !== null],
    ['draft', (entry) => entry.published === false && entry.scheduled_published_at === null],
    ['all', () => true],
  ]
  await forEach(states, ([status, matches]) => compare(target, CHANGELOGS, { status }, matches))
}

async function filterLocales(target: Target): Promise<void> {
  const { locale } = await target.first(CHANGELOGS)
  await compare(target, CHANGELOGS, { locale }, (entry) => entry.locale === locale)
}
