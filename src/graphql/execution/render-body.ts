import type { DocumentNode, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { EventRow } from '../../events/event-row.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { parseDocument } from './parse-document.ts'
import { executeForItem } from './execute-for-item.ts'

/**
 * Cache of parsed documents by text, limited by their total length. Compiled operations belong to the
 * documents.
 */
const parsed = new LRUCache<string, DocumentNode>({
  maxSize: 2_000_000,
  sizeCalculation: (_document, text) => text.length,
})

/** Maximum number of characters of a body that a webhook's document renders. */
const MAX_BODY = 1_000_000

/**
 * Renders the body of a webhook for an event, as the context's caller. For a webhook's own document it is the
 * JSON of the root field's value. Null selects the built-in body (contract 6). The document must have been
 * validated when it was saved. The connections count to no share, because deliveries have queues and a
 * preview has the share of its request.
 * @throws Error with a short reason, such as a field that the caller may no longer read, a document above the
 * current limits, or a body of more than 1,000,000 characters
 */
export async function renderBody(
  schema: GraphQLSchema,
  webhookDocument: string | null,
  event: EventRow,
  context: Context,
): Promise<string> {
  const { webhookBodies } = context
  const document = parsedOnce(webhookDocument ?? webhookBodies.documentOf(event.type))
  const { data, errors } = await executeForItem(schema, document, event, context, { isShared: false })
  if (errors?.[0]) throw new Error(errors[0].message, { cause: errors[0].originalError ?? errors[0] })
  const [value] = Object.values(data ?? {})
  if (value == null) throw new Error('the document returned no data')
  if (webhookDocument === null) return JSON.stringify(webhookBodies.present(value))
  const body = JSON.stringify(value)
  if (body.length <= MAX_BODY) return body
  const message = `the body has more than ${MAX_BODY} characters`
  throw new Error(message, { cause: new AppError('UNPROCESSABLE', message) })
}

function parsedOnce(text: string): DocumentNode {
  const document = parsed.get(text) ?? parseStored(text)
  parsed.set(text, document)
  return document
}

function parseStored(text: string): DocumentNode {
  try {
    return parseDocument(text, { noLocation: true })
  } catch (error) {
    throw new Error((error as Error).message, { cause: error })
  }
}
