import type { Request, Response } from 'express'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import { isCounted } from '../../graphql/execution/is-counted.ts'
import { entityTag, matchesNone } from '../../lib/http/entity-tag.ts'
import type { HeaderList } from '../../lib/http/header-list.ts'
import { utf8Of } from '../../lib/text/utf8.ts'
import type { OperationCost } from '../graphql/charge-operation.ts'
import { endOf } from '../graphql/payload.ts'
import type { PreparedOperation } from '../graphql/prepare-operation.ts'
import { isOperationOfOrganization, queryKey } from './cache/graphql-key.ts'
import type { Tags } from './conditional/tags.ts'
import { PRIVATE } from './edge/response-headers.ts'
import type { RequestContext } from './request-context.ts'

type Options = { schema: GraphQLSchema; tags: Tags; context: RequestContext; caller: Caller }

const setHeaders = (response: Response, headers: HeaderList) => {
  for (const [name, value] of headers) response.setHeader(name, value)
}

/** Called with the result of a query and its JSON, before that is sent. */
type OnResult = (result: ExecutionResult, json: string) => void

/**
 * Sends 304 to a client that has the answer to a query which the counted data of its organization alone decides, and
 * returns true. Otherwise returns the function that stores the result of such a query and sets the weak tag of a GET.
 * Null for every other operation.
 */
export async function answerUnchanged(
  { kind, document }: PreparedOperation,
  request: Request,
  response: Response,
  { schema, tags, context, caller }: Options,
): Promise<true | OnResult | null> {
  const isRead = request.method !== 'POST'
  const { cache } = context
  if (kind !== 'query' || !(cache ?? isRead) || !isOperationOfOrganization(request)) return null
  if (!isCounted(schema, document)) return null
  if (!isRead && !cache?.isStoring) {
    cache?.recordUnchanged()
    return null
  }
  const revision = await context.revision()
  const key = isRead ? queryKey(caller, request, request.originalUrl) : null
  const tag = key === null ? null : entityTag(tags.ofRevision(caller, key, revision), null)
  const headers = tag === null ? [] : [...PRIVATE, ['ETag', `W/${tag}`] as const]
  if (tag !== null && matchesNone(request.headers['if-none-match'], tag)) {
    cache?.recordUnchanged()
    setHeaders(response, headers)
    response.status(304).end()
    return true
  }
  return ({ errors, extensions }, json) => {
    if (errors?.length) return
    setHeaders(response, headers)
    const body = utf8Of(json.slice(0, json.length - endOf(extensions).length))
    cache?.store(revision, { body, link: null, digest: null, cost: extensions?.cost as OperationCost })
  }
}
