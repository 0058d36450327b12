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

/** Reads the OpenAPI document as it is served, with references. `npm run generate:openapi` writes it. */
export function readDocument(): Document {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Document
}

/** Returns the operations of the document by id, without references. */
export function operationsOf(document: Document): Map<string, Operation> {
  const operations = Object.values(resolveReferences(document).paths).flatMap((path) => Object.values(path))
  return new Map(operations.map((operation) => [operation.operationId, operation]))
}

/**
 * Returns a document in which components replace the references to them. References without own members share one
 * object.
 */
export function resolveReferences(document: Document): Document {
  const components = new Map<string, unknown>()
  const componentAt = (reference: string): unknown => {
    if (!components.has(reference)) components.set(reference, resolve(partAt(document, reference)))
    return components.get(reference)
  }
  const resolve = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(resolve)
    const { $ref, ...own } = part as { $ref?: string; [name: string]: unknown }
    if ($ref !== undefined && Object.keys(own).length === 0) return componentAt($ref)
    const members = Object.fromEntries(Object.entries(own).map(([name, member]) => [name, resolve(member)]))
    return $ref === undefined ? members : { ...(componentAt($ref) as object), ...members }
  }
  return resolve(document) as Document
}

/** The part of the document that a reference such as `#/components/schemas/Post` names. */
function partAt(document: Document, reference: string): unknown {
  const [, ...names] = reference.split('/')
  return names.reduce((part: unknown, name) => (part as Record<string, unknown>)[name], document)
}
