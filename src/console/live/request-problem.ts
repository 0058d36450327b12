import type { CombinedError } from 'urql'
import texts from '../messages/en/requests.json'
import { messagesOf } from '../messages.ts'
import { isSignedOut } from './is-signed-out.ts'

const t = messagesOf(texts)

/** Returns what happened to a mutation whose request failed, and what the person does about it. */
export function requestProblem(error: CombinedError, isKeyed = false): string {
  if (isSignedOut(error)) return t('signedOut')
  return error.graphQLErrors[0]?.message ?? t(isKeyed ? 'unansweredOnce' : 'unanswered')
}
