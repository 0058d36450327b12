import type { IncomingHttpHeaders } from 'node:http'
import type { Operation, Schema } from '../../../rest-compat/document.ts'
import { openapi, problemOf } from './openapi.ts'

type Composed = Schema & {
  additionalProperties?: boolean
  allOf?: Composed[]
  anyOf?: Composed[]
  items?: Composed
}

/** The operations under `webhooks` in the OpenAPI document, by event name. */
export const webhookOperations: Map<string, Operation> = new Map(
  Object.entries(openapi.webhooks as Record<string, { post: Operation }>).map(([name, { post }]) => [
    name,
    post,
  ]),
)

/** The documented schema of an event's body. @throws Error for an event that is not documented */
export function bodySchemaOf(event: string): Schema {
  const schema = webhookOperations.get(event)?.requestBody?.content['application/json']?.schema
  if (!schema) throw new Error(`The OpenAPI document has no webhook ${event}`)
  return schema
}

/**
 * Deviations of a message from the documentation of its event: headers, required fields, values, and
 * undocumented fields. Empty for a message that matches.
 */
export function problemsOfMessage(message: {
  headers: IncomingHttpHeaders
  body: { event: string }
}): string[] {
  const { headers, body } = message
  const schema = bodySchemaOf(body.event)
  const parameters = webhookOperations.get(body.event)?.parameters ?? []
  const inHeaders = parameters.flatMap(({ name, schema: form }) => {
    const problem = problemOf(form, headers[name.toLowerCase()])
    return problem ? [`header ${name}: ${problem}`] : []
  })
  const inBody = problemOf(schema, body)
  return [...inHeaders, ...(inBody ? [inBody] : []), ...undocumented([schema], body, 'body')]
}

/** The names of the fields of a schema at a path of names. */
export function fieldsAt(schema: Schema, ...path: string[]): string[] {
  const at = path.reduce((schemas, name) => fieldOf(schemas, name), [schema] as Composed[])
  return [...new Set(at.flatMap(parts).flatMap(({ properties = {} }) => Object.keys(properties)))]
}

function undocumented(schemas: Composed[], value: unknown, pointer: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    const items = schemas.flatMap(parts).flatMap(({ items }) => items ?? [])
    return value.flatMap((item, index) => undocumented(items, item, `${pointer}/${index}`))
  }
  return Object.entries(value).flatMap(([name, field]) => {
    const documented = fieldOf(schemas, name)
    const at = `${pointer}/${name}`
    // Names that the organization chooses.
    if (schemas.flatMap(parts).some(({ additionalProperties }) => additionalProperties === true)) return []
    return documented.length > 0 ? undocumented(documented, field, at) : [`${at} is not documented`]
  })
}

const fieldOf = (schemas: Composed[], name: string): Composed[] =>
  schemas.flatMap(parts).flatMap(({ properties }) => properties?.[name] ?? [])

/** A schema and the schemas that it is composed of. */
function parts(schema: Composed): Composed[] {
  return [schema, ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap(parts)]
}
