import type { DocumentNode, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { EventRow } from '../../events/event-row.ts'
import { presentDefaultBody, type DefaultEventData } from '../../modules/webhooks/default-body.ts'
import { DEFAULT_DOCUMENTS } from '../../modules/webhooks/default-documents.ts'
import { AppError } from '../../lib/errors.ts'
import type { Context } from '../context.ts'
import { parseDocument } from './parse-document.ts'
import { executeForItem } from './execute-for-item.ts'

/** Parsed documents by their text, together of at most so many characters; what is compiled goes with them. */
const parsed = new LRUCache<string, DocumentNode>({
  maxSize: 2_000_000,
  sizeCalculation: (_document, text) => text.length,
})

/** Most characters of the body that a webhook's own document makes. */
const MAX_BODY = 1_000_000

/**
 * The body that a webhook is sent for an event, rendered for the context's caller: of a webhook with a document, the
 * JSON of the value of the document's root field, exactly the fields asked for; without one (null), the documented
 * body of contract chapter 6. The document must have been validated when it was saved.
 * Its connections count to no share of their own: deliveries have lanes, and a preview has the share of its request.
 * @throws Error whose message says shortly what went wrong, such as a field that the caller may no longer read, or a
 * document that was saved before today's limits and is above them, or a body of more than 1,000,000 characters
 */
export async function renderBody(
  schema: GraphQLSchema,
  webhookDocument: string | null,
  event: EventRow,
  context: Context,
): Promise<string> {
  const document = parsedOnce(webhookDocument ?? DEFAULT_DOCUMENTS[event.type])
  const { data, errors } = await executeForItem(schema, document, event, context, { isShared: false })
  if (errors?.[0]) throw new Error(errors[0].message, { cause: errors[0].originalError ?? errors[0] })
  const [value] = Object.values(data ?? {})
  if (value == null) throw new Error('the document answers with nothing')
  if (webhookDocument === null) return JSON.stringify(presentDefaultBody(value as DefaultEventData))
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
