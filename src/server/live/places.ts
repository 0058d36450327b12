import { quotaReached, tooManyRequests } from '../../modules/organizations/quotas.ts'

export type Places = {
  /** Takes a place of an organization; returns what gives it back. @throws AppError RATE_LIMITED when all are taken */
  take(organizationId: number): () => void
}

const RETRY_AFTER_S = 10

/** Counts the subscriptions that each organization has open at this process, of which it may have `most`. */
export function createPlaces(most: number): Places {
  const taken = new Map<number, number>()
  return {
    take(organizationId) {
      const count = taken.get(organizationId) ?? 0
      if (count >= most)
        throw tooManyRequests(quotaReached(most, 'subscriptions open at a time'), RETRY_AFTER_S)
      taken.set(organizationId, count + 1)
      return () => {
        const others = (taken.get(organizationId) ?? 1) - 1
        if (others > 0) taken.set(organizationId, others)
        else taken.delete(organizationId)
      }
    },
  }
}
