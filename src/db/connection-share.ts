import { AsyncLocalStorage } from 'node:async_hooks'

/** Says why nobody waits for the result of some work any more; undefined while somebody does. */
export type Cancellation = { readonly reason: Error | undefined }

/** On whose account work obtains connections. */
export type ConnectionShare = {
  /** The id of an organization, or one of the constants below. */
  owner: number
  /** Once it has a reason, the work obtains no further connections but that error. */
  cancellation?: Cancellation | undefined
  /** Whether the work holds a connection: it must not wait for a share to become free. */
  isHolding: boolean
}

/** The owner of operations without an organization. */
export const NO_ORGANIZATION = 0
/** The owner of the identification of callers, whose organization is not yet known. */
export const IDENTIFICATION = -1

const current = new AsyncLocalStorage<ConnectionShare>()

/** Runs `work`, and all that it starts, with the connections of one owner. */
export function inShare<Value>(owner: number, work: () => Value, cancellation?: Cancellation): Value {
  return current.run({ owner, cancellation, isHolding: false }, work)
}

/** Runs `work`, which holds a connection: another one that it needs is not waited for at the share of its owner. */
export function whileHolding<Value>(work: () => Value): Value {
  const share = current.getStore()
  return share === undefined ? work() : current.run({ ...share, isHolding: true }, work)
}

/** The share of the running work; undefined for work of the process itself, which no share limits. */
export function currentShare(): ConnectionShare | undefined {
  return current.getStore()
}
