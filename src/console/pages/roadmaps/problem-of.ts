import type { CombinedError } from 'urql'
import { requestProblem } from '../../live/request-problem.ts'

type Answer = { data?: object | undefined; error?: CombinedError | undefined }

/** Returns the reason for which a mutation changed nothing, or null. */
export function problemOf({ data, error }: Answer): string | null {
  if (error) return requestProblem(error)
  const [payload] = Object.values(data ?? {}) as ({ errors: { message: string }[] } | null)[]
  return payload?.errors[0]?.message ?? null
}
