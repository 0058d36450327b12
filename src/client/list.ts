import type { paths } from '../../openapi/types.ts'
import { dataOf } from './echolog-error.ts'
import type { Rest } from './rest.ts'

/** Query of the GET at a path. */
type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never

/** Paths of lists with pages. */
export type ListPath = {
  [Path in keyof paths]: [QueryOf<Path>] extends [never]
    ? never
    : 'page' extends keyof QueryOf<Path>
      ? Path
      : never
}[keyof paths]

type ParametersOf<Path extends ListPath> = paths[Path] extends { get: { parameters: infer Parameters } }
  ? Parameters
  : never

/** Parameters of a list, which are those of its GET. */
export type ListOptions<Path extends ListPath> = (Record<never, never> extends ParametersOf<Path>
  ? { params?: ParametersOf<Path> }
  : { params: ParametersOf<Path> }) & {
  /** Ends the list with the reason of the signal. */
  signal?: AbortSignal
}

type PageOf<Path extends ListPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Page } } } }
}
  ? Page
  : never

/** Item of the only list of a page. */
export type ItemOf<Path extends ListPath> = {
  [Name in keyof PageOf<Path>]: PageOf<Path>[Name] extends readonly (infer Item)[] ? Item : never
}[keyof PageOf<Path>]

/**
 * Iterates over the items of all pages of a list, from the page in `query` on. A page is requested when the items
 * before it have been taken. The next page is that of the header `Link` (RFC 8288). It is requested at the address
 * of the client, so credentials are sent nowhere else.
 * @throws EchologError
 */
export async function* listItems<Path extends ListPath>(
  rest: Rest,
  path: Path,
  { params, signal }: ListOptions<Path> | { params?: undefined; signal?: AbortSignal },
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  const { query, ...others } = (params ?? {}) as { query?: Record<string, unknown> }
  let page: string | null = null
  do {
    const init = { params: { ...others, query: { ...query, ...(page !== null && { page }) } }, signal }
    const result = (await rest.GET(path as never, init as never)) as { data?: object; response: Response }
    const items = Object.values(dataOf(result) ?? {}).find(Array.isArray) as ItemOf<Path>[] | undefined
    yield* items ?? []
    page = nextPage(result.response)
  } while (page !== null)
}

/** Returns the page of the target with `rel="next"` in `Link`. Null without one. */
function nextPage({ headers, url }: Response): string | null {
  const [, target] = /<([^<>]*)>\s*;\s*rel="?next"?/i.exec(headers.get('Link') ?? '') ?? []
  return target === undefined ? null : new URL(target, url || 'http://localhost').searchParams.get('page')
}
