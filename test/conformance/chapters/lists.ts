import {
  assertSame,
  assertThat,
  forEach,
  skipUnless,
  formatValue,
  type Chapter,
  type Check,
} from '../check.ts'
import type { Answer, Body } from '../client.ts'
import type { Operation } from '../document.ts'
import { assertRefused } from '../refusals.ts'
import { rowsOf, type Target } from '../target.ts'

/** Contract 2.2: pages of every documented list. */
export const lists: Chapter = {
  name: 'lists',
  section: '2.2',
  checks: ({ document }) =>
    document.operations
      .filter(({ method, parameters }) => method === 'GET' && parameters.some(isPageSize))
      .flatMap(checksOf),
}

const isPageSize = ({ name }: { name: string }) => name === 'per_page'
const MAX = 100

const checksOf = (operation: Operation): Check[] => [
  {
    name: `${operation.route} has pages that neither repeat nor skip a row`,
    run: (target) => readPages(target, operation),
  },
  {
    name: `${operation.route} returns an empty list for a page past the end`,
    run: (target) => readPastEnd(target, operation),
  },
  {
    name: `${operation.route} has the documented page size by default`,
    run: (target) => readDefault(target, operation),
  },
  {
    name: `${operation.route} refuses pages and page sizes outside the limits`,
    run: (target) => refuseLimits(target, operation),
  },
]

const rowIdOf = (row: Body) => (row.id ?? row.client_id) as unknown
const rowIdsOf = (answer: Answer) => rowsOf(answer.body).map(rowIdOf)

async function readPages(target: Target, operation: Operation): Promise<void> {
  const path = await target.pathTo(operation)
  const all = rowIdsOf(await read(target, path, { per_page: MAX }))
  skipUnless(all.length > 1, `GET ${path} has fewer than two rows`)
  const size = Math.ceil(all.length / 3)
  const seen: unknown[] = []
  for (let page = 1; seen.length < all.length; page += 1) {
    const answer = await read(target, path, { per_page: size, page })
    const keys = rowIdsOf(answer)
    seen.push(...keys)
    // More rows than one page of the maximum may follow the last of them.
    if (seen.length < all.length || all.length < MAX)
      assertLinks(target, answer, { path, page, size, isLast: seen.length >= all.length })
    if (keys.length === 0) break
  }
  assertSame(`GET ${path}, rows of pages of ${size}`, seen.slice(0, all.length), all)
}

type Page = { path: string; page: number; size: number; isLast: boolean }

/** The links that contract 2.2 requires of a page. */
function assertLinks({ options }: Target, answer: Answer, { path, page, size, isLast }: Page): void {
  const text = answer.headers.get('Link') ?? ''
  const found = new Map(
    [...text.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url = '', rel = '']) => [rel, url]),
  )
  const expected = new Map<string, number>([
    ...(isLast ? [] : ([['next', page + 1]] as const)),
    ...(page === 1
      ? []
      : ([
          ['prev', page - 1],
          ['first', 1],
        ] as const)),
    ...(isLast && page > 1 ? ([['last', page]] as const) : []),
  ])
  const about = `${answer.method} ${answer.path}`
  assertSame(`${about}, relations of Link`, [...found.keys()].sort(), [...expected.keys()].sort())
  for (const [rel, number] of expected) {
    const url = found.get(rel) ?? ''
    assertThat(URL.canParse(url), `${about}: the ${rel} link is not absolute: ${formatValue(url)}`)
    const { pathname, searchParams } = new URL(url)
    const linked = [pathname, searchParams.get('page'), searchParams.get('per_page')]
    const base = new URL(options.base).pathname.replace(/\/$/, '')
    assertSame(`${about}, ${rel}`, linked, [base + path, String(number), String(size)])
  }
}

async function readPastEnd(target: Target, operation: Operation): Promise<void> {
  const path = await target.pathTo(operation)
  const answer = await read(target, path, { page: 100_000 })
  assertSame(`GET ${path}?page=100000, rows`, rowsOf(answer.body).length, 0)
  const hasList = Object.values((answer.body ?? {}) as object).some(Array.isArray)
  assertThat(hasList, `GET ${path}?page=100000 has no list: ${formatValue(answer.body)}`)
}

async function readDefault(target: Target, operation: Operation): Promise<void> {
  const size = operation.parameters.find(isPageSize)?.schema?.default as number
  const path = await target.pathTo(operation)
  const all = rowIdsOf(await read(target, path, { per_page: MAX }))
  const byDefault = rowIdsOf(await read(target, path, {}))
  assertSame(`GET ${path}, rows of the first page`, byDefault, all.slice(0, size))
}

async function refuseLimits(target: Target, operation: Operation): Promise<void> {
  const path = await target.pathTo(operation)
  await forEach(['page=0', 'page=-1', 'page=abc', 'per_page=0', 'per_page=101'], async (query) => {
    const answer = await target.call('GET', path, { query })
    assertRefused(answer, 400, 'ERROR_CODE_INVALID_PARAM', 'invalid_request')
  })
}

async function read(target: Target, path: string, query: Record<string, number>): Promise<Answer> {
  const answer = await target.call('GET', path, { query })
  assertSame(`GET ${answer.path}, status`, answer.status, 200)
  return answer
}
