import { unprocessable } from '../../lib/errors.ts'

/**
 * Inputs of a post's RICE or ICE score on a roadmap. Undefined leaves an input unchanged, null removes it.
 */
export type ScoringInputs = {
  reach?: number | null | undefined
  impact?: number | null | undefined
  confidence?: number | null | undefined
  effort?: number | null | undefined
  ease?: number | null | undefined
}

const MAX_SIZE = 1_000_000_000
const LEAST_EFFORT = 0.001

/**
 * Validates the given inputs and returns them.
 * @throws AppError UNPROCESSABLE for an input below 0 or above 1,000,000,000, or an effort below 0.001, which
 * is a divisor
 */
export function scoringInputs({ reach, impact, confidence, effort, ease }: ScoringInputs): ScoringInputs {
  const given = Object.entries({ reach, impact, confidence, effort, ease }).filter(
    ([, value]) => value !== undefined,
  )
  for (const [field, value] of given) {
    const least = field === 'effort' ? LEAST_EFFORT : 0
    if (value != null && !(value >= least && value <= MAX_SIZE))
      throw unprocessable(`scoring.${field}`, `must be between ${least} and ${MAX_SIZE}`)
  }
  return Object.fromEntries(given)
}
