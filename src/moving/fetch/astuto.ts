import type { Fetcher, Step } from './fetcher.ts'
import { afterPage, firstPosition, offsetOf, pagesBefore, type OffsetPosition } from './offset-pages.ts'
import { FetchFailure, rowsOf, type FetchAnswer } from './requests.ts'

const LISTS = ['boards', 'post_statuses', 'users', 'posts', 'votes', 'comments'] as const
const LIMIT = 100

/** Position of a fetch of Astuto. `list` is an index. */
export type AstutoState = { list: number; position: OffsetPosition }

/** The first state. */
export const astutoStart = (): AstutoState => ({ list: 0, position: firstPosition() })

/** Fetches the lists of Astuto's API, which are bare arrays by `limit` and `offset`, 100 requests in 5 minutes. */
export const astutoFetcher: Fetcher<AstutoState> = {
  intervalMs: 3_000,
  request: ({ list, position }) => {
    const name = LISTS[list]
    if (name === undefined) return null
    const query = { limit: String(LIMIT), offset: String(offsetOf(position)) }
    return { method: 'GET', path: `/api/v1/${name}`, query }
  },
  advance: (state, answer) => {
    const list = LISTS[state.list] ?? 'posts'
    const next = { list: state.list + 1, position: firstPosition() }
    // Tables of people may be closed to the key. Posts repeat their authors.
    if (answer.status === 404 && list !== 'posts')
      return {
        state: next,
        stored: [],
        discard: [],
        reports: [{ what: list, reason: 'The source has no such list.' }],
      }
    const rows = rowsIn(answer)
    const nameOf = (page: number) => `${list}-page-${page}.json`
    const { kind, position, isUnsure } = afterPage(state.position, rows)
    if (kind === 'restart')
      return {
        state: { ...state, position },
        stored: [],
        discard: pagesBefore(state.position).map(nameOf),
        reports: [],
      }
    const step: Step<AstutoState> = {
      state: rows.length < LIMIT ? next : { ...state, position },
      stored: [{ name: nameOf(state.position.page), json: answer.json }],
      discard: [],
      reports: isUnsure
        ? [{ what: list, reason: 'The list changed while it was read. Rows may be missing.' }]
        : [],
    }
    return step
  },
}

function rowsIn({ status, json }: FetchAnswer) {
  const rows = status === 200 ? rowsOf(json) : null
  if (!rows) throw new FetchFailure('failed', `The source answers with the status ${status} and no list.`)
  return rows
}
