import type { operations } from '../openapi/types.ts'
import type { Operation } from './document.ts'

type OrNothing<Values> = [NonNullable<Values>] extends [never] ? unknown : NonNullable<Values>
type Part<Op, Key extends string> = Op extends { parameters: { [key in Key]?: infer Values } }
  ? OrNothing<Values>
  : unknown
type Body<Op> = Op extends { requestBody?: infer Request }
  ? NonNullable<Request> extends { content: { 'application/json': infer Values } }
    ? OrNothing<Values>
    : unknown
  : unknown
type Answer<Op, Status extends number> = Op extends {
  responses: { [key in Status]: { content: { 'application/json': infer Value } } }
}
  ? Value
  : never

/** The input of an operation: its parameters, whichever part of the request they came in. */
export type Input<Op extends keyof operations> = Part<operations[Op], 'query'> &
  Part<operations[Op], 'path'> &
  Part<operations[Op], 'header'> &
  Body<operations[Op]>

/** The documented answer of an operation. */
export type Output<Op extends keyof operations> = Answer<operations[Op], 200> | Answer<operations[Op], 201>

/** One REST operation: the GraphQL document it runs, what it hands in and how it presents what comes out. */
export type Endpoint<Op extends keyof operations = keyof operations, Data = Record<string, unknown>> = {
  /** The operation's id in the OpenAPI document, which its input is read by. */
  operation: Op
  /** The stored GraphQL operation. */
  document: string
  variables(input: Input<Op>): Record<string, unknown>
  present(data: Data, input: Input<Op>): Output<Op>
  /** Of lists: whether there is a next page. */
  hasNext?(data: Data): boolean
  /** REST names of GraphQL input fields, where they are not the same in snake case. */
  fields?: Record<string, string>
  /** Of `/oauth/*`: the error value for a field at fault, where it is not `invalid_request`. */
  fieldError?(field: string): string
  /** Headers of every success. */
  headers?: Record<string, string>
  /** Whether the answer is made of the organization's data and the request alone, not of the time or of a person's doings. */
  cacheable?: boolean
}

/** Declares an endpoint, its input and output typed by the OpenAPI document. */
export function endpoint<Op extends keyof operations, Data>(definition: Endpoint<Op, Data>): AnyEndpoint {
  return definition as unknown as AnyEndpoint
}

/** An endpoint whose types were checked where it was declared. */
export type AnyEndpoint = {
  operation: string
  document: string
  variables(input: Record<string, unknown>): Record<string, unknown>
  present(data: Record<string, unknown>, input: Record<string, unknown>): unknown
  hasNext?(data: Record<string, unknown>): boolean
  fields?: Record<string, string>
  fieldError?(field: string): string
  headers?: Record<string, string>
  cacheable?: boolean
}

/** The status of an operation's success: the one below 300 that the document names. */
export function successStatus({ responses }: Operation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')) ?? 200)
}
