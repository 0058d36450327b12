import { fillDocuments, requestDocuments } from '../../../src/modules/search/fill-documents.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import { organizationOf, type BenchOrganization } from '../bench-organization.ts'
import type { Bench } from '../bench.ts'
import { quantile, table } from '../report.ts'

const SEARCH = `query ($search: String!, $orderBy: PostOrder) {
  posts(first: 30, filter: { search: $search }, orderBy: $orderBy) { nodes { id title votesCount } }
}`
const SIMILAR = `query ($title: String!, $description: String) {
  similarPosts(title: $title, description: $description) { score post { id title } }
}`

type Order = { field: string; direction: 'ASC' | 'DESC' }
const NEWEST: Order = { field: 'CREATED_AT', direction: 'DESC' }
const RELEVANCE: Order = { field: 'RELEVANCE', direction: 'DESC' }
const VOTES: Order = { field: 'VOTES', direction: 'DESC' }

type Question = { query: string; variables: Record<string, unknown> }

/** Measures searches and similar posts, in sequential requests, each with other words. */
export async function measureSearch(bench: Bench): Promise<string> {
  const { quick, posts } = bench.options
  const times = quick ? 30 : 300
  const organization = await organizationOf(bench, posts)
  await fill(bench, organization)
  const words = await wordsOf(bench, organization)
  await using server = await bench.startEcholog()
  const searches = (list: string[], orderBy: Order): Question[] =>
    list.map((search) => ({ query: SEARCH, variables: { search, orderBy } }))
  const targets: [name: string, bar: string, questions: Question[]][] = [
    ['rare words by relevance', '≤ 30', searches(words.rare, RELEVANCE)],
    ['rare words, newest first', '≤ 30', searches(words.rare, NEWEST)],
    ['common words by relevance', '≤ 80', searches(words.common, RELEVANCE)],
    ['two common words by relevance', '≤ 80', searches(words.pairs, RELEVANCE)],
    ['common words, most votes first', '≤ 80', searches(words.common, VOTES)],
    ['similar posts', '≤ 60', words.posts.map((variables) => ({ query: SIMILAR, variables }))],
  ]
  const rows: string[][] = []
  for (const [name, bar, questions] of targets) {
    const took: number[] = []
    for (let turn = -10; turn < times; turn++) {
      const question = questions.at(turn % questions.length) as Question
      const ms = await ask(server.url, organization.apiKey, question)
      if (turn >= 0) took.push(ms)
    }
    rows.push([name, bar, ...[0.5, 0.95, 1].map((share) => quantile(took, share).toFixed(1))])
  }
  return table(
    `Search in ${posts.toLocaleString('en')} posts`,
    `Milliseconds of ${times} sequential requests through /graphql. No request may take longer than 250 ms.`,
    ['', 'bar of p95', 'median', 'p95', 'maximum'],
    rows,
  )
}

/** Adds rare words to some posts, and stores the documents of all. */
async function fill({ database }: Bench, { id }: BenchOrganization): Promise<void> {
  const { rowCount } = await database.pool.query(
    `update posts set title = title || ' rare' || (id / 100 % 400) where organization_id = $1 and id % 100 = 0 and title not like '% rare%'`,
    [id],
  )
  if (rowCount === 0) return
  await inTransaction(database.kysely, (tx) => requestDocuments(tx, id))
  while (await fillDocuments(database.kysely));
  await database.pool.query('vacuum (analyze) post_documents')
}

async function wordsOf({ database }: Bench, { id }: BenchOrganization) {
  const { rows: posts } = await database.pool.query<{ title: string; description: string }>(
    `select title, left(description, 500) as description from posts where organization_id = $1 order by md5(id::text) limit 300`,
    [id],
  )
  const common = [...new Set(posts.flatMap(({ title }) => title.match(/\p{L}{4,}/gu) ?? []))]
  return {
    rare: Array.from({ length: 400 }, (_, index) => `rare${index}`),
    common,
    pairs: common.map((word, index) => `${word} ${common.at(index - 1)}`),
    posts,
  }
}

async function ask(url: string, apiKey: string, question: Question): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'API-KEY': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(question),
  })
  const body = (await response.json()) as { errors?: unknown }
  const ms = performance.now() - started
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return ms
}
