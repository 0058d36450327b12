import { expect, test } from 'vitest'
import { astutoFetcher, astutoStart } from '../../../src/moving/fetch/astuto.ts'
import { cannyFetcher, cannyStart } from '../../../src/moving/fetch/canny.ts'
import { featureosFetcher, featureosStart } from '../../../src/moving/fetch/featureos.ts'
import type { FetchAnswer, FetchRequest } from '../../../src/moving/fetch/requests.ts'
import type { SourceKind } from '../../../src/moving/reader.ts'
import { READERS } from '../../../src/moving/readers.ts'
import { fakeServer, ok } from '../fake/server.ts'
import { filesFrom, readAll } from '../read.ts'
import { fetchFrom } from './run-fetch.ts'

/** An account without rows: each list is empty. */
const featureos = ({ path }: FetchRequest): FetchAnswer =>
  path.endsWith('organizations/info')
    ? ok({ success: true, organization: { subdomain: 'acme' }, status_info: [] })
    : ok({ success: true, [path.replace('/api/v3/', '')]: [] })
const canny = ({ path }: FetchRequest): FetchAnswer => {
  const list = path.split('/').at(-2) ?? ''
  return ok(path.includes('/v1/') ? { [list]: [], hasMore: false } : { items: [], hasNextPage: false })
}

const accounts: [SourceKind, () => ReturnType<typeof fetchFrom>][] = [
  ['astuto', () => fetchFrom(astutoFetcher, astutoStart(), fakeServer(() => ok([])).send)],
  ['canny', () => fetchFrom(cannyFetcher, cannyStart(), fakeServer(canny).send)],
  [
    'featureos',
    () => fetchFrom(featureosFetcher, featureosStart({ voters: true }), fakeServer(featureos).send),
  ],
]

test.each(accounts)('an empty account of %s gives answers that its reader accepts', async (source, fetch) => {
  const { answers, reports } = await fetch()
  expect(reports).toEqual([])
  const files = () => filesFrom(Object.fromEntries(answers) as Record<string, object>)
  expect(await READERS[source].inspect(files(), {})).toMatchObject({ format: 'api' })
  const { records, faults } = await readAll(source, files())
  expect({ records, faults }).toEqual({ records: [], faults: [] })
})
