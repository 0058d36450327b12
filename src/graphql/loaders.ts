import DataLoader from 'dataloader'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/database.ts'
import type { Pair } from '../db/lists/read-pairs.ts'
import { notFound } from '../lib/errors.ts'

/** Database, organization and caller whose rows loaders read. */
export type LoaderSource = { db: Db; organizationId: number; caller: Caller }

/** Operation with the loaders that it has used, by their definition. */
export type LoaderContext = LoaderSource & { loaders: Map<unknown, unknown> }

/**
 * Defines the loaders of a module. Returns a function that gives those of an operation. They are created at
 * first use and cached until `refreshLoaders`. Each must read rows of one organization only. An id of another
 * organization is not found.
 */
export function defineLoaders<Loaders extends object>(
  make: (source: LoaderSource) => Loaders,
): (context: LoaderContext) => Loaders {
  return (context) => {
    const existing = context.loaders.get(make) as Loaders | undefined
    if (existing) return existing
    const created = make(context)
    context.loaders.set(make, created)
    return created
  }
}

/** Creates a loader of rows by id. All rows that are needed together are read with one statement. */
export function byId<Row extends { id: number }>(read: (ids: number[]) => Promise<Row[]>) {
  let loader: DataLoader<number, Row | null> | undefined
  const make = () =>
    new DataLoader<number, Row | null>(async (ids) => {
      const rows = new Map((await read([...ids])).map((row) => [row.id, row]))
      return ids.map((id) => rows.get(id) ?? null)
    })
  const find = (id: number) => (loader ??= make()).load(id)
  return {
    /** Returns the row, or null when the organization has none with this id. */
    find,
    /** Returns a row whose existence a foreign key guarantees. */
    async one(id: number): Promise<Row> {
      const row = await find(id)
      if (!row) throw notFound('Object')
      return row
    },
  }
}

/** Creates a loader of rows by the ids of the two objects that each joins, with one statement. */
export function byPair<Row>(read: (pairs: readonly Pair[]) => Promise<Row[]>, pairOf: (row: Row) => Pair) {
  const pairKey = (pair: Pair) => pair.join()
  let loader: DataLoader<Pair, Row | null, string> | undefined
  const make = () =>
    new DataLoader<Pair, Row | null, string>(
      async (pairs) => {
        const rows = new Map((await read(pairs)).map((row) => [pairKey(pairOf(row)), row]))
        return pairs.map((pair) => rows.get(pairKey(pair)) ?? null)
      },
      { cacheKeyFn: pairKey },
    )
  return { find: (pair: Pair) => (loader ??= make()).load(pair) }
}

/** Creates a loader of the rows of each id, in the order of reading. */
export function groups<Row>(read: (ids: number[]) => Promise<(readonly [number, Row])[]>) {
  let loader: DataLoader<number, Row[]> | undefined
  return (id: number): Promise<Row[]> =>
    (loader ??= new DataLoader<number, Row[]>(async (ids) => {
      const grouped = new Map<number, Row[]>(ids.map((key) => [key, []]))
      for (const [key, row] of await read([...ids])) grouped.get(key)?.push(row)
      return ids.map((key) => grouped.get(key) ?? [])
    })).load(id)
}

/** Creates loaders parameterized by a request of plain values. Equal requests share a loader. */
export function perRequest<Request, Load>(make: (request: Request) => Load) {
  const made = new Map<string, Load>()
  return (request: Request): Load => {
    const key = JSON.stringify(request)
    const load = made.get(key) ?? make(request)
    made.set(key, load)
    return load
  }
}

/** Creates a loader of the number of rows of each id, which is 0 for ids without rows. */
export function counts(read: (ids: number[]) => Promise<{ key: number; count: number }[]>) {
  let loader: DataLoader<number, number> | undefined
  return (id: number): Promise<number> =>
    (loader ??= new DataLoader<number, number>(async (ids) => {
      const found = new Map((await read([...ids])).map(({ key, count }) => [key, count]))
      return ids.map((key) => found.get(key) ?? 0)
    })).load(id)
}
