import { AppError } from '../../lib/errors.ts'

/** Most that one tenant may have of what costs the others. */
export type Quotas = {
  apps: number
  /** Installs that are not revoked, of the organization's own apps and of others. */
  installs: number
  /** Those of installs do not count. */
  webhooks: number
  /** Open at one process. */
  subscriptions: number
  /** What those may cost together: values of an answer to one item, and characters of documents and variables. */
  subscriptionCost: number
}

export const DEFAULT_QUOTAS: Quotas = {
  apps: 100,
  installs: 500,
  webhooks: 50,
  subscriptions: 10_000,
  subscriptionCost: 250_000,
}

/** What is said to one that has as many as it may: "An organization can have at most 100 apps". */
export const quotaReached = (most: number, what: string) => `An organization can have at most ${most} ${what}`

/** The refusal of work that has to wait too long: 429; `retryAfter` in seconds. */
export const tooManyRequests = (message: string, retryAfter: number) =>
  new AppError('RATE_LIMITED', message, { retryAfter })
