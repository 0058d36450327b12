import type { Request } from 'express'
import type { TadaDocumentNode } from 'gql.tada'
import { documentText } from '../../lib/graphql-client/graphql.ts'
import type { Caller } from '../../auth/caller.ts'
import type { PublicTools } from './public-tools.ts'
import type { Run } from './portal-visit.ts'

/** Returns the executor of the stored documents of one request as a caller. */
export function runnerOf(tools: PublicTools, request: Request, caller: Caller): Run {
  const from = { requestId: tools.requestIdOf(request), address: tools.addressOf(request) }
  return async <Data, Variables>(document: TadaDocumentNode<Data, Variables>, variables: Variables) =>
    (await tools.execute(documentText(document), variables as Record<string, unknown>, caller, from)) as Data
}
