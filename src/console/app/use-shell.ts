import { useQuery, type CombinedError } from 'urql'
import { SHELL, SHELL_OF_ONE, type Shell } from './viewer.ts'

/**
 * Reads the person of the session and the organizations to switch to. A session without an account, whose list of
 * organizations is refused, has the one in which it acts.
 */
export function useShell(): { data: Shell | undefined; error: CombinedError | undefined } {
  const [{ data, error }] = useQuery({ query: SHELL })
  const isRefused = error !== undefined && isForbidden(error)
  const [one] = useQuery({ query: SHELL_OF_ONE, pause: !isRefused })
  if (!isRefused) return { data, error }
  if (!one.data) return { data: undefined, error: one.error }
  const organization = one.data.viewer?.organization
  const nodes = organization ? [organization] : []
  return {
    data: { ...one.data, organizations: { nodes, pageInfo: { hasNextPage: false } } },
    error: undefined,
  }
}

/** Whether the session must not read something. */
export const isForbidden = ({ graphQLErrors }: CombinedError): boolean =>
  graphQLErrors.some(({ extensions }) => extensions.code === 'FORBIDDEN')
