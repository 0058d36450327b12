import type { Cache, UpdatesConfig } from '@urql/exchange-graphcache'

type Thing = { __typename: string; id: string }
type LinkedEvent = { post?: Thing | null; actor?: { user: Thing | null } }

/**
 * Links the objects of the newest event to the root of the cache. The cache removes an object with its last link, and
 * never one that had none: without this link it keeps each object of an open subscription. Lists that show an object
 * have links of their own.
 */
function linkNewest({ events }: { events?: LinkedEvent }, _arguments: unknown, cache: Cache): void {
  const things = [events?.post, events?.actor?.user].filter((thing) => thing != null)
  cache.link('Query', 'newestEvent', things)
}

/** Work of the cache after it has written a result. */
export const UPDATES: UpdatesConfig = { Subscription: { events: linkNewest } }
