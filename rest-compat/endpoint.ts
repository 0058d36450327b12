import type { TadaDocumentNode } from 'gql.tada'
import type { operations } from '../openapi/types.ts'
import type { Caller } from '../src/auth/caller.ts'
import type { AppError } from '../src/lib/errors.ts'
import type { Credential } from './credential.ts'
import type { Operation } from './document.ts'
import type { Matching } from '../src/lib/graphql-client/graphql.ts'
import type { Omissible, Succeeded } from '../src/lib/graphql-client/operation-types.ts'

type OrNothing<Values> = [NonNullable<Values>] extends [never] ? unknown : NonNullable<Values>
type Part<Op, Key extends string> = Op extends { parameters: { [key in Key]?: infer Values } }
  ? OrNothing<Values>
  : unknown
type MediaType = 'application/json' | 'multipart/form-data'
type Body<Op, Media extends MediaType> = Op extends { requestBody?: infer Request }
  ? NonNullable<Request> extends { content: { [type in Media]: infer Values } }
    ? OrNothing<Values>
    : unknown
  : unknown
type ResponseBody<Op, Status extends number> = Op extends {
  responses: { [key in Status]: { content: { 'application/json': infer Value } } }
}
  ? Value
  : never

/** Input of an operation: its parameters from path, query, headers and body. */
type Input<Op extends keyof operations, Media extends MediaType> = Part<operations[Op], 'query'> &
  Part<operations[Op], 'path'> &
  Part<operations[Op], 'header'> &
  Body<operations[Op], Media>

/** Documented response body of an operation. */
type Output<Op extends keyof operations> =
  ResponseBody<operations[Op], 200> | ResponseBody<operations[Op], 201> | ResponseBody<operations[Op], 202>

/** A REST operation: its GraphQL document, the variables, and the presentation of the result. */
type Endpoint<Op extends keyof operations, Data, Variables, Media extends MediaType = 'application/json'> = {
  /** Id of the operation in the OpenAPI document, which defines its input. */
  operation: Op
  /** Stored GraphQL operation, which types `Data` and `Variables`. */
  document: TadaDocumentNode<Data, Variables> & Matching<Data>
  /** Variables of the document. @throws AppError for a parameter that this caller must send */
  variables(input: Input<Op, Media>, caller: Caller): NoInfer<Omissible<Variables>>
  present(data: Succeeded<Data>, input: Input<Op, Media>): Output<Op>
  /** For lists, whether there is a next page. */
  hasNext?(data: Succeeded<Data>): boolean
  /** Noun of the object that the operation reads, for the error if there is none. */
  object?: string
  /** Converts an error of the operation to that of the REST contract, where they differ. */
  toError?(error: AppError, input: Input<Op, Media>): AppError
  /** REST names of GraphQL input fields that are not the snake case of the GraphQL name. */
  fields?: Record<string, string>
  /** Other names of parameters, by name. A message contains the name that was sent. */
  aliases?: Record<string, string>
  /** For `/oauth/*`, the error value of an invalid field. Default `invalid_request`. */
  fieldError?: (field: string) => string
  /** Headers of every successful response. */
  headers?: Record<string, string>
  /**
   * Whether the response depends only on the organization's data and the request, not on the time or on the
   * person.
   */
  cacheable?: boolean
  /** Endpoint of the same route for requests with a body of the type `multipart/form-data`. */
  upload?: UploadEndpoint
}

/**
 * Declares an endpoint. The OpenAPI document types its input and output, the GraphQL document its variables
 * and its data.
 */
export function endpoint<Op extends keyof operations, Data, Variables>(
  definition: Endpoint<Op, Data, Variables>,
): AnyEndpoint {
  return definition as unknown as AnyEndpoint
}

/**
 * Declares the endpoint of a route's requests with a file in a form. Its input has the text of the file, and its
 * responses have the status 202.
 */
export function uploadEndpoint<Op extends keyof operations, Data, Variables>(
  definition: Endpoint<Op, Data, Variables, 'multipart/form-data'> & FileField,
): UploadEndpoint {
  return definition as unknown as UploadEndpoint
}

/** Name of the form's field with the file, and the size limit of the file in megabytes. */
type FileField = { file: string; maxMegabytes: number }

/** Endpoint of requests with a file in a form. */
export type UploadEndpoint = AnyEndpoint & FileField

/** An endpoint whose types were checked where it was declared. */
export type AnyEndpoint = {
  operation: string
  document: string
  variables: (input: Record<string, unknown>, caller: Caller) => Record<string, unknown>
  present(data: Record<string, unknown>, input: Record<string, unknown>): unknown
  hasNext?(data: Record<string, unknown>): boolean
  object?: string
  toError?(error: AppError, input: Record<string, unknown>): AppError
  fields?: Record<string, string>
  aliases?: Record<string, string>
  fieldError?: (field: string) => string
  headers?: Record<string, string>
  cacheable?: boolean
  upload?: UploadEndpoint
}

/** Method, path, credential, endpoint. The root fields of the endpoint's document declare the OAuth scope. */
export type Route = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  credential: Credential,
  endpoint: AnyEndpoint,
]

/** Returns the documented 2xx status of an operation, or 200. */
export function successStatus({ responses }: Operation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')) ?? 200)
}
