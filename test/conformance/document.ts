import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
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

/** Reads the OpenAPI document, whose references are resolved. */
export function readDocument(): ApiDocument {
  const { paths } = JSON.parse(readFileSync(FILE, 'utf8')) as {
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
  const byText = new Map<string, ValidateFunction>()
  const bySchema = new Map<Schema, ValidateFunction>()
  return (schema, value) => {
    let validate = bySchema.get(schema)
    if (!validate) {
      const text = JSON.stringify(schema)
      validate = byText.get(text) ?? ajv.compile(schema)
      byText.set(text, validate)
      bySchema.set(schema, validate)
    }
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' })
  }
}

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
const count = (path: string) => path.split('{').length
