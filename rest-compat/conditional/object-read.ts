import type { Operation } from '../document.ts'
import type { AnyEndpoint, Route } from '../endpoint.ts'
import { inputReader, type InputReader } from '../input.ts'

/** The read of one object. Its tag is the precondition of writes at the same path. */
export type ObjectRead = {
  endpoint: AnyEndpoint
  /** Noun of the object. */
  object: string
  read: InputReader
}

const WRITES: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** Whether responses of a route are described by entity tags. */
export const isTagged = ([method, path]: Route): boolean => method === 'GET' && isOfVersion3(path)

/** Whether a route honors preconditions before it changes something. */
export const isConditional = ([method, path]: Route): boolean => WRITES.has(method) && isOfVersion3(path)

/** Whether a route reads one object that a route at the same path changes. */
export const isObjectRead = ([method, path]: Route, routes: readonly Route[]): boolean =>
  method === 'GET' &&
  path.endsWith('/:id') &&
  routes.some((route) => route[1] === path && isConditional(route))

const isOfVersion3 = (path: string) => path.startsWith('/api/v3/')

/** Returns the read of the object that a route writes. Null if its path has none, or reads a list. */
export function objectReadOf(
  route: Route,
  routes: readonly Route[],
  operations: ReadonlyMap<string, Operation>,
): ObjectRead | null {
  const [, path] = route
  if (!isConditional(route) || !path.endsWith('/:id')) return null
  const endpoint = routes.find(([method, other]) => method === 'GET' && other === path)?.[3]
  const operation = endpoint && operations.get(endpoint.operation)
  if (endpoint?.object === undefined || !operation) return null
  return { endpoint, object: endpoint.object, read: inputReader(operation) }
}
