import type { Request, Response } from 'express'
import { digestOf, entityTag, tagOfRevision } from '../../src/lib/http/entity-tag.ts'
import { utf8Of } from '../../src/lib/text/utf8.ts'
import type { Route } from '../endpoint.ts'
import type { Gateway } from '../../src/graphql/execution/gateway.ts'
import { linkOf } from '../link-header.ts'
import { runEndpoint, type Operation } from '../run-endpoint.ts'
import { sendRead, sendUnchanged } from './send-read.ts'

type Read = {
  route: Route
  /** Status of a successful response. */
  status: number
  /** Whether writes depend on the tag. */
  isObjectRead: boolean
  gateway: Gateway
  request: Request
  response: Response
  operation: Operation
}

/** A revision of the organization's data from before the response was computed, and the part of the tag. */
type Revised = { revision: string; part: string }

/**
 * Sends a read with its tag. The tag of a response that depends on the organization alone is made of the revision, so
 * that a client with the current tag receives 304 and the operation does not run. The tag of an object that has writes
 * also has a part of the bytes, which their preconditions compare. Any other tag is made of the bytes.
 * @throws AppError PRECONDITION_FAILED if `If-Match` names other tags, or as the operation
 */
export async function runRead(read: Read): Promise<void> {
  const { route, status, gateway, request, response, operation } = read
  const endpoint = route[3]
  const { input, caller } = operation
  const { cache } = gateway.contextOf(request)
  const revised = await revisedOf(read)
  const held = revised && heldTag(request, revised)
  if (held) {
    cache?.recordUnchanged()
    return sendUnchanged(response, held)
  }
  const data = await runEndpoint(endpoint, operation, gateway.execute)
  const answer = endpoint.present(data, input)
  const link = linkOf(endpoint, request, input, { origin: gateway.originOf(request), data, body: answer })
  const body = utf8Of(JSON.stringify(answer))
  const digest = revised && !read.isObjectRead ? null : digestOf(resourceOf(read), link, body)
  const tag = entityTag(
    revised && revised.part,
    digest === null ? null : gateway.tags.ofContent(caller, digest),
  )
  if (revised) cache?.store(revised.revision, { body, link, digest })
  for (const [name, value] of Object.entries(endpoint.headers ?? {})) response.setHeader(name, value)
  sendRead(request, response, { status, tag, link, body })
}

/** Reads the revision that the response depends on. Null if it depends on more. */
async function revisedOf({ route, gateway, request, operation }: Read): Promise<Revised | null> {
  if (!route[3].cacheable || !gateway.isOfOrganization(request)) return null
  const revision = await gateway.contextOf(request).revision()
  return { revision, part: gateway.tags.ofRevision(request, operation.caller, revision) }
}

/** Returns the current tag if the client has it. `If-Match` takes precedence (RFC 9110 section 13.2.2). */
const heldTag = ({ headers }: Request, { part }: Revised): string | null =>
  headers['if-match'] === undefined ? tagOfRevision(headers['if-none-match'], part) : null

const resourceOf = ({ gateway, request, operation: { input } }: Read) => ({
  origin: gateway.originOf(request),
  url: request.originalUrl,
  input,
})
