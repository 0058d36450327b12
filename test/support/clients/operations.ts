import { Kind, parse, print, visit } from 'graphql'
import { ERROR_KINDS, type ErrorCode } from '../../../src/lib/errors.ts'
import { schema } from '../../../src/schema.ts'
import type { TestApp } from '../app.ts'
import type { Headers } from '../fixtures/scenario.ts'
import type { Json } from '../json.ts'

const ERRORS = parse('{ errors { code message field } }').definitions[0]

/** Whether a mutation returns a payload with `errors`. */
export const returnsPayload = (name: string) =>
  /Payload$/.test(String(schema.getMutationType()?.getFields()[name]?.type))

/** Adds `errors` to the selection of each root field of a mutation. */
function withErrors(query: string): string {
  if (!query.includes('mutation')) return query
  const document = visit(parse(query), {
    [Kind.OPERATION_DEFINITION](operation) {
      if (String(operation.operation) !== 'mutation' || ERRORS?.kind !== Kind.OPERATION_DEFINITION)
        return false
      const added = ERRORS.selectionSet.selections
      const selections = operation.selectionSet.selections.map((root) =>
        root.kind === Kind.FIELD && root.selectionSet && returnsPayload(root.name.value)
          ? {
              ...root,
              selectionSet: { ...root.selectionSet, selections: [...root.selectionSet.selections, ...added] },
            }
          : root,
      )
      return { ...operation, selectionSet: { ...operation.selectionSet, selections } }
    },
  })
  return print(document)
}

type Payload = { errors?: { code: ErrorCode; message: string; field: string[] | null }[] } | null

/** Returns the errors in the payloads of mutations. */
const userErrors = (data: Record<string, unknown> | null) =>
  Object.values(data ?? {}).flatMap((root) => {
    const errors = (root as Payload)?.errors
    return Array.isArray(errors) ? errors : []
  })

/** Runs a GraphQL operation that must succeed, without errors in its payloads. Returns its data. */
export async function run(
  app: TestApp,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Json> {
  const { body } = await app.graphql(withErrors(query), variables, headers)
  const errors = body.errors ?? userErrors(body.data)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return body.data
}

export type Refusal = { code: string; status: number; message: string; field?: string[] | null }

/**
 * Runs a GraphQL operation that must fail, with a top-level error or with an error in a payload. Returns the
 * error. The status is the one that REST would answer.
 */
export async function refusal(
  app: TestApp,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Refusal> {
  const { body } = await app.graphql(withErrors(query), variables, headers)
  const [error] = body.errors ?? []
  if (error) return { code: error.extensions.code, status: error.extensions.status, message: error.message }
  const [expected] = userErrors(body.data)
  if (!expected) throw new Error(`was not refused: ${JSON.stringify(body.data)}`)
  const { code, message, field } = expected
  return { code, status: ERROR_KINDS[code].status, message, field }
}
