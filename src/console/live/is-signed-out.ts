import type { CombinedError } from 'urql'

/** Message of the server for a key of a request without a session, which it reads before anything else. */
const KEY_WITHOUT_SESSION = '"Idempotency-Key" needs a credential.'

/** Whether the server knows no session for a request. */
export const isSignedOut = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(
    ({ extensions, message }) => extensions.code === 'UNAUTHORIZED' || message === KEY_WITHOUT_SESSION,
  )
