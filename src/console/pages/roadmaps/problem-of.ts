import type { CombinedError } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

type Answer = { data?: object | undefined; error?: CombinedError | undefined }

/** Returns the reason for which a mutation changed nothing, or null. */
export function problemOf({ data, error }: Answer): string | null {
  if (error) return error.graphQLErrors[0]?.message ?? t('noAnswer')
  const [payload] = Object.values(data ?? {}) as ({ errors: { message: string }[] } | null)[]
  return payload?.errors[0]?.message ?? null
}
