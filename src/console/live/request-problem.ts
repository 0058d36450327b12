import type { CombinedError } from 'urql'
import texts from '../messages/en/ui.json'
import { messagesOf } from '../messages.ts'

const t = messagesOf(texts)

/**
 * Whether the server knows no session for a request. It refuses an idempotency key of such a request before anything
 * else, and `isKeyed` is whether the request has one.
 */
export const isSignedOut = ({ graphQLErrors }: CombinedError, isKeyed: boolean): boolean =>
  graphQLErrors.some(
    ({ extensions: { code } }) => code === 'UNAUTHORIZED' || (isKeyed && code === 'INVALID_PARAM'),
  )

/** Returns what happened to a mutation whose request failed, and what the person does about it. */
export function requestProblem(error: CombinedError, isKeyed = false): string {
  if (isSignedOut(error, isKeyed)) return t('signedOut')
  return error.graphQLErrors[0]?.message ?? t(isKeyed ? 'unansweredOnce' : 'unanswered')
}
