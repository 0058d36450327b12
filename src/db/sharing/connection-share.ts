import { AsyncLocalStorage } from 'node:async_hooks'

/** Reason for which no caller waits for the result of some work any more, or undefined. */
export type Cancellation = { readonly reason: Error | undefined }

/** Owner to whose share the connections of some work count. */
type ConnectionShare = {
  /** The id of an organization, 0 for operations without one, or the constant below. */
  owner: number
  /** Once it has a reason, a request for a further connection fails with it. */
  cancellation?: Cancellation | undefined
  /** Whether the work holds a connection already. It then does not wait for its share. */
  isHolding: boolean
}

/** Owner of the authentication of callers, whose organization is not known yet. */
export const IDENTIFICATION = -1

const current = new AsyncLocalStorage<ConnectionShare>()

/** Runs `work`, and all work it starts, on connections that count to one owner. */
export function inShare<Value>(owner: number, work: () => Value, cancellation?: Cancellation): Value {
  return current.run({ owner, cancellation, isHolding: false }, work)
}

/** Runs `work`, which holds a connection. A further connection does not wait for the owner's share. */
export function whileHolding<Value>(work: () => Value): Value {
  const share = current.getStore()
  return share === undefined ? work() : current.run({ ...share, isHolding: true }, work)
}

/** Returns the share of the running work. Undefined for work of the process itself, which no share limits. */
export function currentShare(): ConnectionShare | undefined {
  return current.getStore()
}
