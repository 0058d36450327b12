import { fieldErrors, type FieldProblems } from '../src/lib/errors.ts'
import type { Operation, Parameter, Schema } from './document.ts'
import { coerce } from './coerce.ts'

/** Path, query, headers and body of a request before validation. */
export type RawInput = {
  path: Record<string, string | string[] | undefined>
  query: Record<string, unknown>
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

/** Reads the parameters of a request as declared by the OpenAPI operation. */
export type InputReader = (raw: RawInput) => Record<string, unknown>

/**
 * Creates the reader of one operation's input (contract 2). It returns the parameters of all parts of the
 * request by name and drops unknown ones. Its errors name every invalid field.
 * @throws AppError INVALID_PARAM (400) for wrong types and values outside their list, MISSING_PARAM (422) for
 * required parameters that are missing or blank
 */
export function inputReader(operation: Operation): InputReader {
  const body = operation.requestBody?.content['application/json']?.schema
  const required = new Set(body?.required)
  const parameters = operation.parameters ?? []
  const fields = Object.entries(body?.properties ?? {})
  return (raw) => {
    const input: Record<string, unknown> = {}
    const problems: FieldProblems = {}
    const absent: FieldProblems = {}
    let predicate: string | undefined
    const take = (name: string, value: unknown, schema: Schema, isRequired: boolean) => {
      const read = coerce(value, schema)
      if ('problem' in read) {
        if (Object.keys(problems).length === 0) predicate = read.predicate
        problems[name] = [read.problem]
      } else if (isRequired && isBlank(read.value)) absent[name] = ["can't be blank"]
      else if (read.value !== undefined) input[name] = read.value
    }
    for (const parameter of parameters)
      take(
        parameter.name,
        valueOf(parameter, raw),
        parameter.schema,
        parameter.required === true && parameter.in !== 'path',
      )
    for (const [name, schema] of fields)
      take(name, name in raw.body ? raw.body[name] : queried(raw.query, name), schema, required.has(name))
    if (Object.keys(problems).length > 0) throw fieldErrors('INVALID_PARAM', problems, { predicate })
    if (Object.keys(absent).length > 0) throw fieldErrors('MISSING_PARAM', absent)
    return input
  }
}

function valueOf({ name, in: location }: Parameter, raw: RawInput): unknown {
  if (location === 'path') return raw.path[name]
  if (location === 'query') return queried(raw.query, name)
  const header = raw.headers[name.toLowerCase()] ?? raw.headers[name.toLowerCase().replaceAll('-', '_')]
  return header === '' ? undefined : header
}

/** Returns the values of `name`, of `name[]` or of both. */
function queried(query: Record<string, unknown>, name: string): unknown {
  const plain = query[name]
  const listed = query[`${name}[]`]
  if (listed === undefined) return plain
  return plain === undefined ? [listed].flat() : [plain, listed].flat()
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
