import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Route } from './check.ts'

type Schema = { type?: string | string[]; default?: unknown; required?: string[]; [key: string]: unknown }
type Content = { content?: Record<string, { schema?: Schema }>; headers?: Record<string, unknown> }
type Parameter = { name: string; in: string; schema?: Schema }
type RawOperation = {
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
  'x-scope'?: string
}

/** One operation of the OpenAPI document. */
export type Operation = {
  method: string
  /** Path with `{id}`. */
  path: string
  route: Route
  parameters: readonly Parameter[]
  /** Credentials of which one is enough. Each is a list of schemes that are sent together. */
  credentials: readonly (readonly string[])[]
  /** Names of the required fields of the JSON body. */
  required: readonly string[]
  /** Statuses of success. */
  successes: readonly number[]
  responses: Record<string, Content>
}

export type ApiDocument = {
  operations: readonly Operation[]
  /** The operation of a route, or undefined. */
  find: (route: string) => Operation | undefined
  /** The operation that a request addresses, or undefined. */
  match: (method: string, pathname: string) => Operation | undefined
  /** How a body differs from the document of the status, or null. */
  problemOf: (operation: Operation, status: number, body: unknown) => string | null
}

const FILE = new URL('../../openapi/document.json', import.meta.url)

/** Reads the OpenAPI document, and replaces its references. */
export function readDocument(): ApiDocument {
  const { paths } = resolveReferences(JSON.parse(readFileSync(FILE, 'utf8'))) as {
    paths: Record<string, Record<string, RawOperation>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(method.toUpperCase(), path, raw)),
  )
  const byRoute = new Map<string, Operation>(operations.map((operation) => [operation.route, operation]))
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    // Literal paths precede those with parameters.
    .sort((one, other) => count(one.operation.path) - count(other.operation.path))
  const problem = createValidator()
  return {
    operations,
    find: (route) => byRoute.get(route),
    match: (method, pathname) =>
      patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(pathname))
        ?.operation,
    problemOf: ({ responses }, status, body) => {
      const response = responses[status] ?? (status >= 400 ? responses.default : undefined)
      if (!response) return `the status ${status} is not documented`
      const schema = response.content?.['application/json']?.schema
      return schema ? problem(schema, body) : null
    },
  }
}

/** Replaces references to components by these. References without own members share one object. */
function resolveReferences(document: unknown): unknown {
  const components = new Map<string, unknown>()
  const componentAt = (reference: string): unknown => {
    const at = (part: unknown, name: string) => (part as Record<string, unknown>)[name]
    if (!components.has(reference))
      components.set(reference, resolve(reference.split('/').slice(1).reduce(at, document)))
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
  return resolve(document)
}

function operationOf(method: string, path: string, raw: RawOperation): Operation {
  return {
    method,
    path,
    route: `${method} ${path}` as Route,
    parameters: raw.parameters ?? [],
    credentials: (raw.security ?? []).map((schemes) => Object.keys(schemes)),
    required: raw.requestBody?.content?.['application/json']?.schema?.required ?? [],
    successes: Object.keys(raw.responses)
      .map(Number)
      .filter((status) => status < 300),
    responses: raw.responses,
  }
}

/** Validates values. A schema is compiled once. */
function createValidator(): (schema: Schema, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return (schema, value) => {
    const validate = ajv.compile(schema)
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' })
  }
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
const count = (path: string) => path.split('{').length
