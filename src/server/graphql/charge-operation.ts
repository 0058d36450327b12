import { getOperationAST, type ExecutionResult } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { RateLimits } from '../../auth/rate-limit/rate-limits.ts'
import type { Payer } from '../../auth/rate-limit/payer.ts'
import type { Charge } from '../../auth/rate-limit/bucket.ts'
import { LIMITS } from '../../graphql/execution/limits.ts'
import { rootSelections } from '../../graphql/execution/root-selections.ts'
import type { GraphqlEngine } from './engine.ts'
import { prepareOperation, type PreparedOperation } from './prepare-operation.ts'
import type { RequestParameters } from './read-request.ts'

/** Points of cost in a unit of the rate limit. */
const POINTS_PER_UNIT = 1_000
/** Milliseconds in which an operation without a credential is prepared for one unit. */
const MS_PER_UNIT = 1

/**
 * Counts an operation of a socket as one unit of its caller, before it is parsed. Null if nothing limits the
 * caller.
 * @throws AppError RATE_LIMITED
 */
export async function chargeCaller({ rateLimits }: GraphqlEngine, payer: Payer): Promise<Charge | null> {
  if (!rateLimits) return null
  const charge = await rateLimits.spend(payer, 1)
  if (!charge.isAdmitted) throw rateLimits.refusal(charge)
  return charge
}

/**
 * Prepares an operation. Without a credential the time that this takes is counted, also for an operation that is
 * rejected, so that the documents of a network take about a millisecond for each unit of its limit.
 * @throws RequestError
 */
export function prepareCounted(
  graphql: GraphqlEngine,
  parameters: RequestParameters,
  caller: Caller,
  payer: Payer,
): PreparedOperation {
  // Its modules load at first use.
  graphql.yoga()
  const begun = performance.now()
  try {
    return prepareOperation(graphql, parameters, caller)
  } finally {
    const units = Math.floor((performance.now() - begun) / MS_PER_UNIT)
    if (caller.credential === null && units > 0) void spendLater(graphql, payer, units)
  }
}

/**
 * Counts units of work that is done. If fewer are left, it counts those, so that the payer's next request is refused.
 */
async function spendLater(graphql: GraphqlEngine, payer: Payer, units: number): Promise<void> {
  try {
    const charge = await graphql.rateLimits?.spend(payer, units)
    // Fewer than `units`, so that this ends.
    if (charge && !charge.isAdmitted && charge.remaining > 0)
      await spendLater(graphql, payer, charge.remaining)
  } catch {} // Without the database, the next request fails as its own statement does.
}

/**
 * Counts the rest of an operation's units, after its first one. Its result then has the cost in `extensions`.
 * `onCharge` receives the result of the count. Unchanged if nothing limits the caller.
 * @throws AppError RATE_LIMITED
 */
export async function chargeOperation(
  graphql: GraphqlEngine,
  operation: PreparedOperation,
  payer: Payer,
  first: Charge | null,
  onCharge: (charge: Charge) => void = () => {},
): Promise<PreparedOperation> {
  const { rateLimits } = graphql
  if (!rateLimits || !first) return operation
  const { credential: limit } = rateLimits.limits
  const points = pointsOf(graphql, operation)
  const requested = Math.min(limit, unitsOf(operation, points))
  const charge = await chargeRest(rateLimits, payer, first, requested, onCharge)
  const extensions = costExtension(rateLimits, { points, requested }, charge)
  return {
    ...operation,
    execute: async (context): Promise<ExecutionResult> => ({
      ...(await operation.execute(context)),
      extensions,
    }),
  }
}

/** Points and units of an operation. */
export type OperationCost = { points: number; requested: number }

/** Counts the rest of an operation's units, after its first one. @throws AppError RATE_LIMITED */
export async function chargeRest(
  rateLimits: RateLimits,
  payer: Payer,
  first: Charge,
  requested: number,
  onCharge: (charge: Charge) => void = () => {},
): Promise<Charge> {
  const charge = requested === 1 ? first : await rateLimits.spend(payer, requested - 1)
  onCharge(charge)
  if (!charge.isAdmitted) throw rateLimits.refusal(charge)
  return charge
}

/** Returns the extensions of the result of an operation that is counted. */
export const costExtension = (
  { limits }: RateLimits,
  { points, requested }: OperationCost,
  { remaining }: Charge,
) => ({ cost: { points, requested, remaining, limit: limits.credential } })

/** Returns the cost of an operation, for one item of a subscription. 0 for one that execution rejects. */
function pointsOf({ costOf }: GraphqlEngine, operation: PreparedOperation): number {
  const { kind, document, variables, operationName, cost } = operation
  const points = kind === 'subscription' ? cost : (costOf(document, variables, operationName) ?? 0)
  return points > LIMITS.cost ? 0 : points
}

/** Returns the units of an operation: one for each started thousand of points, and for each mutation at least. */
function unitsOf({ kind, document, operationName }: PreparedOperation, points: number): number {
  const units = Math.max(1, Math.ceil(points / POINTS_PER_UNIT))
  const definition = kind === 'mutation' ? getOperationAST(document, operationName) : null
  return definition ? Math.max(units, [...rootSelections(document, definition)].length) : units
}
