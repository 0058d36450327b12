import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { tooManyRequests } from '../../auth/quotas.ts'

/** Cost of an open resource. Equal ids count once. */
export type Cost = { id: string; weight: number }

type CostBudget = {
  /**
   * Counts costs for the caller's organization until the returned function is called, once.
   * @throws AppError RATE_LIMITED when the sum of open costs would exceed the limit
   */
  hold(caller: Caller, costs: readonly Cost[]): () => void
}

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
export function createCostBudget(most: number): CostBudget {
  const accounts = new Map<string, Open>()

  const addedTo = (account: Account, costs: readonly Cost[]) => {
    const known = accounts.get(account.name)?.costs
    return costs.reduce((sum, { id, weight }) => (known?.has(id) ? sum : sum + weight), 0)
  }
  const assertRoom = (account: Account, costs: readonly Cost[]) => {
    const added = addedTo(account, costs)
    if (added === 0 || (accounts.get(account.name)?.total ?? 0) + added <= account.most) return
    throw tooManyRequests(
      `The open subscriptions of ${account.owner} can cost at most ${account.most}, and this one costs ${added}: ask for smaller pages or fewer fields, or end others`,
      RETRY_AFTER_S,
    )
  }
  const enter = ({ name }: Account, costs: readonly Cost[]) => {
    const open: Open = accounts.get(name) ?? { total: 0, costs: new Map() }
    accounts.set(name, open)
    for (const { id, weight } of costs) {
      const cost = open.costs.get(id) ?? { weight, holders: 0 }
      if (cost.holders++ === 0) open.total += weight
      open.costs.set(id, cost)
    }
  }
  const leave = ({ name }: Account, costs: readonly Cost[]) => {
    const open = accounts.get(name)
    if (!open) return
    for (const { id } of costs) {
      const cost = open.costs.get(id)
      if (!cost || --cost.holders > 0) continue
      open.total -= cost.weight
      open.costs.delete(id)
    }
    if (open.costs.size === 0) accounts.delete(name)
  }
  return {
    hold(caller, costs) {
      const own = accountsOf(caller, most)
      for (const account of own) assertRoom(account, costs)
      for (const account of own) enter(account, costs)
      let held = true
      return () => {
        if (!held) return
        held = false
        for (const account of own) leave(account, costs)
      }
    },
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
