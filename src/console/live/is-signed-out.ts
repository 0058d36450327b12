import type { CombinedError } from 'urql'

/** Whether the server has no session for a request. */
export const isSignedOut = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHORIZED')
