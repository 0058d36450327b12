import type { AnyVariables, Client, CombinedError, TypedDocumentNode } from 'urql'

/** A Relay connection as a document selects it. */
export type Connection<Node> = {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

type Page<Node> = { after: string | null; connection: Connection<Node> | null; stop: () => void }

/** State of a list. `nodes` is null until the first page is read. */
type Pages<Node> = {
  nodes: readonly Node[] | null
  hasMore: boolean
  isLoading: boolean
  /** Whether the last page that was asked for could not be read. */
  hasFailed: boolean
  error: CombinedError | undefined
}

type Source<Data, Variables extends AnyVariables, Node> = {
  client: Client
  query: TypedDocumentNode<Data, Variables>
  /** The variables but `after`. */
  variables: Omit<Variables, 'after'>
  select: (data: Data) => Connection<Node> | null | undefined
}

/** The pages of one list that were read. Each follows the cache, and a page whose start has moved is read again. */
export class PageList<Data, Variables extends AnyVariables, Node extends object> {
  readonly #source: Source<Data, Variables, Node>
  readonly #listeners = new Set<() => void>()
  readonly #pages: Page<Node>[] = []
  #error: CombinedError | undefined
  #hasFailed = false
  #reading = 0
  #state: Pages<Node> = {
    nodes: null,
    hasMore: false,
    isLoading: true,
    hasFailed: false,
    error: undefined,
  }

  constructor(source: Source<Data, Variables, Node>) {
    this.#source = source
  }

  /** The pages as one list. Another object after each change. */
  readonly state = (): Pages<Node> => this.#state

  /** Reads while it has a listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#pages.length === 0) this.#open(0, null, 'cache-and-network')
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#cut(0)
    }
  }

  /** Reads the next page. */
  readonly loadMore = (): void => {
    const end = this.#pages.at(-1)?.connection?.pageInfo
    if (end?.hasNextPage) this.#open(this.#pages.length, end.endCursor, 'cache-and-network')
  }

  /** Reads every page again. */
  readonly refresh = (): void => {
    if (this.#pages[0]) this.#open(0, null, 'network-only')
  }

  #open(index: number, after: string | null, policy: 'network-only' | 'cache-and-network'): void {
    const before = this.#pages[index]
    before?.stop()
    this.#hasFailed = false
    const page: Page<Node> = { after, connection: before?.connection ?? null, stop: () => {} }
    this.#pages[index] = page
    const { client, query, variables, select } = this.#source
    let isReading = true
    this.#reading += 1
    const end = () => {
      if (isReading) this.#reading -= 1
      isReading = false
    }
    const all = { ...variables, after } as unknown as Variables
    const reading = client.query(query, all, { requestPolicy: policy }).subscribe((result) => {
      const isFinal = isReading && !result.stale
      if (isFinal) end()
      this.#error = result.error
      page.connection = (result.data && select(result.data)) ?? page.connection
      // The next try starts where this one did.
      if (isFinal && result.error && !page.connection && index > 0) {
        this.#hasFailed = true
        this.#cut(index)
      } else if (isFinal) this.#follow(index, policy)
      this.#publish()
    })
    page.stop = () => {
      reading.unsubscribe()
      end()
    }
    this.#publish()
  }

  /** Reads the page after one that was read, if it is a list of more than one. */
  #follow(index: number, policy: 'network-only' | 'cache-and-network'): void {
    const next = this.#pages[index + 1]
    const end = this.#pages[index]?.connection?.pageInfo
    if (!next || !end) return
    if (!end.hasNextPage) this.#cut(index + 1)
    else if (policy === 'network-only' || next.after !== end.endCursor)
      this.#open(index + 1, end.endCursor, policy)
  }

  #cut(from: number): void {
    for (const page of this.#pages.splice(from)) page.stop()
  }

  #publish(): void {
    const connections = this.#pages.flatMap(({ connection }) => connection ?? [])
    // While a page is read again, the next one may still contain what has moved into it.
    const nodes = [
      ...new Map(connections.flatMap((one) => one.nodes.map((node) => [identity(node), node]))).values(),
    ]
    this.#state = {
      nodes: connections.length > 0 ? nodes : null,
      hasMore: connections.at(-1)?.pageInfo.hasNextPage ?? false,
      isLoading: this.#reading > 0,
      hasFailed: this.#hasFailed,
      error: this.#error,
    }
    for (const listener of this.#listeners) listener()
  }
}

const identity = (node: object): unknown => ('id' in node ? node.id : node)
