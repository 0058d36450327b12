import type { initGraphQLTada } from 'gql.tada'
import { compose } from './compose.ts'
import type { introspection } from './schema-types.ts'
import type { Timestamp } from './timestamp.ts'

type Graphql = initGraphQLTada<{
  introspection: introspection
  disableMasking: true
  scalars: {
    ID: string | number
    DateTime: Timestamp
    BigInt: number
    JSON: unknown
    URL: string
    EmailAddress: string
    HTML: string
    JSONObject: Record<string, unknown>
  }
}>

/**
 * Declares a stored document or a fragment with the fragments that it spreads. The text is typed by the
 * schema: `ResultOf` and `VariablesOf` return its types. At run time the value is a string that contains the
 * text and its fragments.
 */
export const graphql = compose as unknown as Graphql

/** Returns the text of a document or fragment with the fragments that it spreads. */
export const documentText = (document: unknown): string => document as string

/** Names of the selected fields that the schema does not have. */
type UnknownField<Data> = Data extends readonly (infer Item)[]
  ? UnknownField<Item>
  : Data extends Date
    ? never
    : Data extends object
      ? string extends keyof Data
        ? never
        : { [Name in keyof Data]-?: unknown extends Data[Name] ? Name : UnknownField<Data[Name]> }[keyof Data]
      : never

/** Rejects a document with a field that the schema does not have. The error names the field. */
export type Matching<Data> = [UnknownField<Data>] extends [never]
  ? unknown
  : { notInSchema: UnknownField<Data> }
