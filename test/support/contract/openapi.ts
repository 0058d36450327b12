import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  readDocument,
  resolveReferences,
  type Document,
  type Operation,
  type Schema,
} from '../../../rest-compat/document.ts'

/** The OpenAPI document, its references resolved. */
export const openapi: Document = resolveReferences(readDocument())

/** A validator for schemas in OpenAPI 3.1 syntax. */
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

const templates = Object.entries(openapi.paths)
  .map(([template, operations]) => ({ template, operations, pattern: patternOf(template) }))
  // Literal paths precede those with parameters.
  .sort((one, other) => countParameters(one.template) - countParameters(other.template))

/**
 * Fails unless a REST response matches the document for its operation and status. Required fields must be
 * present, values must have their types, and errors must have the error body. Ignores paths that the document
 * does not contain. `body` is undefined for a response that is not JSON.
 */
export function assertDocumented(method: string, path: string, status: number, body: unknown): void {
  const route = templates.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))
  if (!route || ['HEAD', 'OPTIONS'].includes(method.toUpperCase()) || status === 304) return
  const operation = route.operations[method.toLowerCase()]
  const documented = operation ? schemaOf(operation, status) : anyFailure(route.operations, status)
  const call = `${method.toUpperCase()} ${path} answered ${status}`
  if (!documented) throw new Error(`${call}, which the OpenAPI document does not contain`)
  const problem = problemOf(documented, body)
  if (problem)
    throw new Error(`${call}, which differs from the document: ${problem}\n${JSON.stringify(body, null, 1)}`)
}

/** The validation error of a value against a schema, or null. Each schema is compiled once. */
export function problemOf(schema: object, value: unknown): string | null {
  const validate = ajv.compile(schema)
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body' })
}

function schemaOf({ responses }: Operation, status: number): Schema | undefined {
  const response = responses[status] ?? (status >= 400 ? responses.default : undefined)
  return response?.content?.['application/json']?.schema
}

/** The error response of any operation of the path, for a method that the path does not have. */
function anyFailure(operations: Record<string, Operation>, status: number): Schema | undefined {
  const [first] = Object.values(operations)
  return status >= 400 && first ? schemaOf(first, status) : undefined
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

function countParameters(template: string): number {
  return template.split('{').length
}
