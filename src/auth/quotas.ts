/** Maximum numbers per organization of resources that affect other organizations. */
export type Quotas = {
  /** API keys that are not revoked. Those that the operator creates are not limited. */
  apiKeys: number
  apps: number
  /** Active installs in the organization, of its own apps and of others. */
  installs: number
  /** Webhooks of installs do not count. */
  webhooks: number
  /** Sum of the sizes of uploaded pictures, in bytes. */
  uploadBytes: number
  /** Size of a file that is uploaded for an import, in bytes. */
  importBytes: number
  /** Open subscriptions per process. */
  subscriptions: number
  /**
   * Maximum sum of the costs of open subscriptions, as values per item and characters of documents and
   * variables.
   */
  subscriptionCost: number
}

export const DEFAULT_QUOTAS: Quotas = {
  apiKeys: 100,
  apps: 100,
  installs: 500,
  webhooks: 50,
  uploadBytes: 1024 * 1_048_576,
  importBytes: 2048 * 1_048_576,
  subscriptions: 10_000,
  subscriptionCost: 250_000,
}

/** Returns the error message for an exhausted quota, such as "An organization can have at most 100 apps". */
export const quotaReached = (most: number, what: string) => `An organization can have at most ${most} ${what}`
