import { getOperationAST, type ExecutionResult } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Charge } from '../../auth/rate-limit/bucket.ts'
import { LIMITS } from '../../graphql/execution/limits.ts'
import { rootSelections } from '../../graphql/execution/root-selections.ts'
import type { GraphqlEngine } from './engine.ts'
import type { PreparedOperation } from './prepare-operation.ts'

/** Points of cost in a unit of the rate limit. */
const POINTS_PER_UNIT = 1_000

/**
 * Counts an operation of a socket as one unit of its caller, before it is parsed. Null if nothing limits the
 * caller.
 * @throws AppError RATE_LIMITED
 */
export async function chargeCaller(
  { rateLimits }: GraphqlEngine,
  { credential }: Caller,
): Promise<Charge | null> {
  if (!rateLimits || credential === null) return null
  const charge = await rateLimits.spend(credential, 1)
  if (!charge.isAdmitted) throw rateLimits.refusal(charge)
  return charge
}

/**
 * Counts the rest of an operation's units, after its first one. Its result then has the cost in `extensions`.
 * `onCharge` receives the result of the count. Unchanged if nothing limits the caller.
 * @throws AppError RATE_LIMITED
 */
export async function chargeOperation(
  graphql: GraphqlEngine,
  operation: PreparedOperation,
  { credential }: Caller,
  first: Charge | null,
  onCharge: (charge: Charge) => void = () => {},
): Promise<PreparedOperation> {
  const { rateLimits } = graphql
  if (!rateLimits || !first || credential === null) return operation
  const { limit } = rateLimits
  const points = pointsOf(graphql, operation)
  const requested = Math.min(limit, unitsOf(operation, points))
  const charge = requested === 1 ? first : await rateLimits.spend(credential, requested - 1)
  onCharge(charge)
  if (!charge.isAdmitted) throw rateLimits.refusal(charge)
  const extensions = { cost: { points, requested, remaining: charge.remaining, limit } }
  return {
    ...operation,
    execute: async (context): Promise<ExecutionResult> => ({
      ...(await operation.execute(context)),
      extensions,
    }),
  }
}

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
