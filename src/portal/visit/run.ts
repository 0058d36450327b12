import type { Caller } from '../../auth/caller.ts'
import { documentText } from '../../lib/graphql-client/graphql.ts'
import { assertSucceeded } from '../../lib/graphql-client/payload.ts'
import type { Run, Visit } from './visit.ts'

/**
 * Returns the executor of the stored documents of a request as the person that it has at that moment. `execute` is that
 * of the program or of a transaction.
 */
export function runnerOf(
  { tools, request }: Pick<Visit, 'tools' | 'request'>,
  callerOf: () => Caller,
  execute = tools.execute,
): Run {
  const from = {
    requestId: tools.requestIdOf(request),
    address: tools.addressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
  }
  return async (document, variables, as = callerOf()) => {
    const data = await execute(documentText(document), variables as Record<string, unknown>, as, from)
    assertSucceeded(data, undefined)
    return data as never
  }
}
