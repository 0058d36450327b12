import { fieldErrors, subjectError, type FieldProblems } from '../src/lib/errors.ts'
import type { Operation, Parameter, Schema } from './document.ts'
import { coerce, type Problem } from './coerce.ts'
import { queryParameters } from './query.ts'
import { isBlank } from './sent-value.ts'

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
 * required parameters that are missing or blank, and for null in a body if the property has another type
 */
export function inputReader(operation: Operation): InputReader {
  const body = operation.requestBody?.content['application/json']?.schema
  const required = new Set(body?.required)
  const parameters = (operation.parameters ?? []).filter(({ name }) => !HANDLED_BEFORE.has(name))
  const fields = Object.entries(body?.properties ?? {})
  return (received) => {
    const raw = { ...received, query: queryParameters(received.query) }
    const input: Record<string, unknown> = {}
    const findings: Findings = { problems: {}, absent: {} }
    const take = (
      name: string,
      value: unknown,
      schema: Schema,
      { isRequired, emptyIsAbsent }: Requirement,
    ) => {
      const isMissing =
        (isRequired && isBlank(value)) || (value === null && !emptyIsAbsent && !isNullable(schema))
      const read = isMissing ? { value: undefined } : coerce(value, schema, emptyIsAbsent)
      if (isMissing) findings.absent[name] = ["can't be blank"]
      else if ('problem' in read) addProblem(findings, name, read)
      else if (read.value !== undefined) input[name] = read.value
    }
    for (const parameter of parameters) {
      const isRequired = parameter.required === true && parameter.in !== 'path'
      take(parameter.name, valueOf(parameter, raw), parameter.schema, { isRequired, emptyIsAbsent: true })
    }
    for (const [name, schema] of fields) {
      const isSent = name in raw.body
      const requirement = {
        isRequired: required.has(name),
        emptyIsAbsent: !isSent || body?.['x-empty'] === 'absent',
      }
      take(name, isSent ? raw.body[name] : raw.query[name], schema, requirement)
    }
    assertNone(findings)
    return input
  }
}

/** Whether a parameter is required, and whether an empty value counts as absent. */
type Requirement = { isRequired: boolean; emptyIsAbsent: boolean }

const isNullable = ({ type }: Schema) => [type].flat().includes('null')

/** Headers that are read before the operation, which they are no input of. */
export const HANDLED_BEFORE: ReadonlySet<string> = new Set(['Idempotency-Key', 'If-Match', 'If-None-Match'])

/** Problems of a request's parameters, by name. */
type Findings = {
  problems: FieldProblems
  /** Words of the message that replace the first problem. */
  predicate?: string | undefined
  absent: FieldProblems
  /** The first list with a null. */
  nullItem?: { field: string; predicate: string }
}

function addProblem(findings: Findings, name: string, { problem, predicate, isNullItem }: Problem): void {
  if (isNullItem) {
    findings.nullItem ??= { field: name, predicate: problem }
    return
  }
  if (Object.keys(findings.problems).length === 0) findings.predicate = predicate
  findings.problems[name] = [problem]
}

function assertNone({ problems, predicate, absent, nullItem }: Findings): void {
  if (Object.keys(problems).length > 0) throw fieldErrors('INVALID_PARAM', problems, { predicate })
  if (Object.keys(absent).length > 0) throw fieldErrors('MISSING_PARAM', absent)
  // Existing clients receive no `errors` for a null in a list.
  if (nullItem) throw subjectError('INVALID_PARAM', nullItem)
}

function valueOf({ name, in: location }: Parameter, raw: RawInput): unknown {
  if (location === 'path') return raw.path[name]
  if (location === 'query') return isEmpty(raw.query[name]) ? undefined : raw.query[name]
  const header = raw.headers[name.toLowerCase()] ?? raw.headers[name.toLowerCase().replaceAll('-', '_')]
  return header === '' ? undefined : header
}

/** Whether a query has no value for a parameter. An empty filter counts as absent. */
const isEmpty = (value: unknown) =>
  value === '' || (Array.isArray(value) && value.every((item) => item === ''))
