import type { CombinedError } from 'urql'

const CODES = new Set(['RATE_LIMITED', 'REQUEST_TIMEOUT', 'INTERNAL', 'UNAVAILABLE'])

type Problem = { extensions?: Readonly<Record<string, unknown>> | undefined }

/** Whether a retry may end errors of the server: it could not answer at that moment. */
export const hasTemporaryCode = (errors: readonly Problem[]): boolean =>
  errors.some(({ extensions }) => CODES.has(String(extensions?.code)))

/** Whether a retry may end an error: the server did not answer, or could not at that moment. */
export const isTemporary = ({ networkError, graphQLErrors }: CombinedError): boolean =>
  networkError !== undefined || hasTemporaryCode(graphQLErrors)
