import { expect, test } from 'vitest'
import { randomOf } from '../../src/seed/random.ts'
import { listSearcher, NEWEST } from '../support/clients/search-lists.ts'
import { keepSearches } from '../support/faults/kept-searches.ts'
import { useApp, useTenant } from '../support/use.ts'

keepSearches()

const app = useApp()
const tenant = useTenant(app)
const find = listSearcher(app)

async function send(path: string, body: object) {
  const answer = await app.call('POST', `/api/v3${path}`, { headers: tenant.keyAndAdmin, body })
  expect(answer.status).toBeLessThan(300)
  return answer.body
}

const random = randomOf('korean')
/** Few syllables in many orders. */
const syllables = (longest: number) =>
  Array.from({ length: random.integer(1, longest) }, () => random.pick([...'설정알림'])).join('')

/** Queries, and whether each finds a text. */
function queriesOf(): [query: string, matches: (text: string) => boolean][] {
  const has =
    (...parts: string[]) =>
    (text: string) =>
      parts.every((part) => text.includes(part))
  const [one, two] = [syllables(4), syllables(3)]
  return [
    [one, has(one)],
    [`"${one} ${two}"`, has(`${one} ${two}`)],
    [`${one} ${two}`, has(one, two)],
    [`${one} or ${two}`, (text) => has(one)(text) || has(two)(text)],
    [`-${one} ${two}`, (text) => !has(one)(text) && has(two)(text)],
  ]
}

test('Korean words are found inside longer ones, exactly where their syllables are written', async () => {
  const { id: feature_request_id } = await send('/feature_requests', { title: 'Post' })
  const texts = ['알림설정을 iPhone앱에서', '앱iPhone 14용', '漢字설정'].concat(
    Array.from({ length: 40 }, () => `a ${syllables(6)} ${syllables(6)} ${syllables(6)} z`),
  )
  for (const [index, text] of texts.entries())
    await send('/comments', { feature_request_id, comment: text.normalize(index % 2 === 0 ? 'NFC' : 'NFD') })
  const written = ['설정', '설정을', '앱', 'iPhone앱', '앱iPhone', '14용', '알림설정', '漢字설', '설']
  const queries = [
    ...written.map((query) => [query, (text: string) => text.includes(query)] as const),
    ...Array.from({ length: 8 }, queriesOf).flat(),
  ]
  for (const [index, [query, matches]] of queries.entries()) {
    const form = index % 2 === 0 ? 'NFC' : 'NFD'
    const found = await find('comments', query.normalize(form), NEWEST, tenant.key)
    const expected = texts.filter(matches).toReversed()
    expect([query, found.map((text) => text.normalize('NFC'))]).toEqual([query, expected])
  }
})
