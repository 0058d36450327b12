import { operationsOf, type Operation, type Schema } from '../../../rest-compat/document.ts'
import { routes } from '../../../rest-compat/routes.ts'
import { openapi } from './openapi.ts'
import { sampleOf } from './sample-input.ts'

/** A parameter of a REST route, in the path, query or body, that accepts an id. */
type RestIdParameter = {
  method: string
  path: string
  part: 'path' | 'query' | 'body'
  name: string
  label: string
  operation: Operation
}

/**
 * Whether the parameter of this name accepts ids. A client id is public: outside a path it may be any
 * organization's.
 */
export const isIdName = (name: string) => /(^|_)ids?$/.test(name) && name !== 'client_id'

/** Required fields of a body, with those that only an access token may omit. */
export const requiredFields = ({ required = [], properties = {} }: Schema): string[] => [
  ...required,
  ...Object.keys(properties).filter((name) => name === 'by_email'),
]

/** Every parameter of the REST routes that accepts an id. */
export function restIdParameters(): RestIdParameter[] {
  const operations = operationsOf(openapi)
  return routes.flatMap(([method, path, , endpoint]) => {
    const operation = operations.get(endpoint.operation)
    if (!operation) return []
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ['path', name] as const)
    const inQuery = (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => ['query', name] as const)
    const inBody = Object.keys(bodyOf(operation).properties ?? {}).map((name) => ['body', name] as const)
    return [...inPath, ...[...inQuery, ...inBody].filter(([, name]) => isIdName(name))].map(
      ([part, name = '']) => ({
        method,
        path,
        part,
        name,
        operation,
        label: `${method} ${path} ${part}.${name}`,
      }),
    )
  })
}

/**
 * A request that passes `id` at the given parameter. Other required parameters are filled with `ownId` and
 * plausible values.
 */
export function requestWith(idParameter: RestIdParameter, id: string, ownId: string) {
  const { path, part, name, operation } = idParameter
  const address = path.replace(/:(\w+)/g, (_, parameter: string) =>
    part === 'path' && parameter === name ? id : ownId,
  )
  const query = new URLSearchParams()
  for (const parameter of operation.parameters ?? [])
    if (parameter.in === 'query' && parameter.required)
      query.set(parameter.name, String(valueOf(parameter.name, parameter.schema, ownId)))
  if (part === 'query') query.set(name, id)
  const { properties = {} } = bodyOf(operation)
  const body: Record<string, unknown> = {}
  for (const field of requiredFields(bodyOf(operation)))
    body[field] = valueOf(field, properties[field] ?? {}, ownId)
  if (part === 'body') body[name] = withId(properties[name] ?? {}, id)
  const hasBody = operation.requestBody !== undefined
  return {
    path: query.size > 0 ? `${address}?${query.toString()}` : address,
    body: hasBody ? body : undefined,
  }
}

function valueOf(name: string, schema: Schema, ownId: string): unknown {
  return isIdName(name) ? withId(schema, ownId) : sampleOf(schema, name)
}

function withId({ type }: Schema, id: string): unknown {
  const types = [type].flat()
  if (types.includes('array')) return [Number(id)]
  return types.includes('string') ? id : Number(id)
}

function bodyOf({ requestBody }: Operation): Schema {
  return requestBody?.content['application/json']?.schema ?? {}
}
