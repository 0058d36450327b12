import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { tooManyRequests } from '../../lib/errors.ts'

/** Cost of an open resource. Equal ids count once. */
export type Cost = { id: string; weight: number }

type Account = { owner: string; name: string; most: number }
type Open = { total: number; costs: Map<string, { weight: number; holders: number }> }

/** Maximum shares of an organization's budget for all customers together, and for one customer. */
const PART_OF_CUSTOMERS = 1 / 2
const PART_OF_CUSTOMER = 1 / 10
const RETRY_AFTER_S = 10

/**
 * Limits the total cost of each organization's open subscriptions to `most`. Customers have a share of it, so
 * that they leave the rest to the team and one customer leaves the rest to others.
 */
export class CostBudget {
  readonly #most: number
  readonly #accounts = new Map<string, Open>()

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Counts costs for the caller's organization until the returned function is called, once.
   * @throws AppError RATE_LIMITED when the sum of open costs would exceed the limit
   */
  hold(caller: Caller, costs: readonly Cost[]): () => void {
    const own = accountsOf(caller, this.#most)
    for (const account of own) this.#assertRoom(account, costs)
    for (const account of own) this.#enter(account, costs)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      for (const account of own) this.#leave(account, costs)
    }
  }

  #assertRoom({ name, owner, most }: Account, costs: readonly Cost[]): void {
    const open = this.#accounts.get(name)
    const added = costs.reduce((sum, { id, weight }) => (open?.costs.has(id) ? sum : sum + weight), 0)
    if (added === 0 || (open?.total ?? 0) + added <= most) return
    throw tooManyRequests(
      `The open subscriptions of ${owner} can cost at most ${most}, and this one costs ${added}: ask for smaller pages or fewer fields, or end others`,
      RETRY_AFTER_S,
    )
  }

  #enter({ name }: Account, costs: readonly Cost[]): void {
    const open: Open = this.#accounts.get(name) ?? { total: 0, costs: new Map() }
    this.#accounts.set(name, open)
    for (const { id, weight } of costs) {
      const cost = open.costs.get(id) ?? { weight, holders: 0 }
      if (cost.holders++ === 0) open.total += weight
      open.costs.set(id, cost)
    }
  }

  #leave({ name }: Account, costs: readonly Cost[]): void {
    const open = this.#accounts.get(name)
    if (!open) return
    for (const { id } of costs) {
      const cost = open.costs.get(id)
      if (!cost || --cost.holders > 0) continue
      open.total -= cost.weight
      open.costs.delete(id)
    }
    if (open.costs.size === 0) this.#accounts.delete(name)
  }
}

/** Returns the budgets in which a caller's subscriptions count. */
function accountsOf(caller: Caller, most: number): Account[] {
  const organization = `${caller.organizationId ?? 0}`
  const whole = { owner: 'an organization', name: organization, most }
  if (hasTeamView(caller)) return [whole]
  const part = (owner: string, name: string, share: number) => ({
    owner,
    name: `${organization} ${name}`,
    most: Math.floor(most * share),
  })
  return [
    whole,
    part('the customers of an organization', 'customers', PART_OF_CUSTOMERS),
    part('a customer', `customer ${caller.actorId}`, PART_OF_CUSTOMER),
  ]
}
