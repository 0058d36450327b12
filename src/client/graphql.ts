import type { DocumentDecoration, initGraphQLTada } from 'gql.tada'
import { compose } from '../lib/graphql-client/compose.ts'
import type { introspection } from '../lib/graphql-client/schema-types.ts'
import { credentialHeaders, type CredentialSource } from './credential.ts'
import { errorOf, graphqlError, type EchologError, type GraphQLFailure } from './echolog-error.ts'
import { operationOf } from './operation-of.ts'
import { KEY_HEADER } from './rest.ts'
import type { Send } from './retrying-fetch.ts'

/** The function `graphql` of gql.tada for the schema of the service, with values as JSON has them. */
type Graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: {
    ID: string
    DateTime: string
    BigInt: number | string
    JSON: unknown
    URL: string
    EmailAddress: string
    HTML: string
    JSONObject: Record<string, unknown>
  }
}>

/**
 * Declares a document, or a fragment with the fragments that it spreads. gql.tada types its result and its variables
 * by the schema: `ResultOf` and `VariablesOf` return them. At run time the value is the text, in which each fragment
 * occurs once.
 */
export const graphql = compose as unknown as Graphql

/** A document with the types of its result and its variables. */
export type Document<Data, Variables> = DocumentDecoration<Data, Variables>

/** Variables as an argument, which is optional if all of them are. */
export type VariablesArgument<Variables, Options> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: Options]
    : [variables: Variables, options?: Options]

export type OperationOptions = {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Key with which the service runs a mutation once (contract 2). With it a mutation is repeated too. */
  idempotencyKey?: string
}

/** Result of an operation. With `error`, `data` contains the fields without errors, if there are any. */
export type OperationResult<Data> =
  | { data: Data; error?: undefined; response: Response }
  | { data?: Partial<Data> | undefined; error: EchologError; response: Response }

/** Runs operations over HTTP. */
export type Execute = <Data, Variables>(
  document: Document<Data, Variables>,
  ...rest: VariablesArgument<Variables, OperationOptions>
) => Promise<OperationResult<Data>>

/**
 * Creates the function that runs queries and mutations at the GraphQL address `url`. A query is repeated as `send`
 * repeats, a mutation only with an idempotency key.
 */
export function createExecute({
  url,
  credential,
  send,
}: {
  url: URL
  credential: CredentialSource
  send: Send
}): Execute {
  return async (
    document,
    variables?: unknown,
    { signal, headers, idempotencyKey }: OperationOptions = {},
  ) => {
    const query = document as unknown as string
    const key = idempotencyKey === undefined ? {} : { [KEY_HEADER]: idempotencyKey }
    const request = new Request(url, {
      method: 'POST',
      headers: {
        ...(await credentialHeaders(credential)),
        ...{ 'Content-Type': 'application/json', Accept: 'application/json', ...key },
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
      ...(signal && { signal }),
    })
    const response = await send(request, idempotencyKey !== undefined || operationOf(query) === 'query')
    return resultOf(response)
  }
}

async function resultOf<Data>(response: Response): Promise<OperationResult<Data>> {
  const text = await response.text()
  const { data, errors } = parsed(text) as { data?: Data | null; errors?: GraphQLFailure[] }
  if (errors) {
    const error = graphqlError(errors, response)
    return { data: (data ?? undefined) as Partial<Data> | undefined, error, response }
  }
  if (data == null) return { error: errorOf(parsed(text), response), response }
  return { data, response }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
