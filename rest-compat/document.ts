import { readFileSync } from 'node:fs'

/** The part of JSON Schema that the document uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
  pattern?: string
  format?: string
  default?: unknown
  'x-unknown-value'?: 'default'
  /** `as sent`: items are passed on unread, and the operation validates each of them. */
  'x-items'?: 'as sent'
  /** `absent`: null and an empty value of another type than text count as absent (RFC 6749, section 3.1). */
  'x-empty'?: 'absent'
}

export type Parameter = { name: string; in: 'query' | 'path' | 'header'; required?: boolean; schema: Schema }

export type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>
  security?: Record<string, string[]>[]
  /** OAuth scope of the operation. `any` accepts every token. Without a scope, tokens are rejected. */
  'x-scope'?: string
}

export type Document = { paths: Record<string, Record<string, Operation>>; [part: string]: unknown }

const FILE = new URL('../openapi/document.json', import.meta.url)

/** The document while a reader of it uses it. */
let lastRead: WeakRef<Document> | undefined

/** Reads the OpenAPI document, without references. `npm run generate:openapi` writes it. */
export function readDocument(): Document {
  const document = lastRead?.deref() ?? (JSON.parse(readFileSync(FILE, 'utf8')) as Document)
  lastRead = new WeakRef(document)
  return document
}

/** Returns the operations of the document by id. */
export function operationsOf(document: Document): Map<string, Operation> {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return new Map(operations.map((operation) => [operation.operationId, operation]))
}
