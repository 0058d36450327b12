import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

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
}

export type Parameter = { name: string; in: 'query' | 'path' | 'header'; required?: boolean; schema: Schema }

export type Operation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>
  'x-scope'?: string
}

export type Document = { paths: Record<string, Record<string, Operation>>; [part: string]: unknown }

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../openapi/openapi.yaml')

/** Reads the OpenAPI document and resolves every reference to another of its files. */
export function readDocument(root = ROOT): Document {
  const files = new Map<string, unknown>()
  const read = (path: string): unknown => {
    if (!files.has(path)) files.set(path, resolveReferences(parse(readFileSync(path, 'utf8')), path))
    return files.get(path)
  }
  const resolveReferences = (node: unknown, path: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => resolveReferences(item, path))
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...beside } = node as { $ref?: string }
    if ($ref !== undefined) return { ...(read(resolve(dirname(path), $ref)) as object), ...beside }
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, resolveReferences(value, path)]),
    )
  }
  return read(root) as Document
}

/** Returns the operations of the document by id. */
export function operationsOf(document: Document): Map<string, Operation> {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  return new Map(operations.map((operation) => [operation.operationId, operation]))
}
