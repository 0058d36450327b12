import type { TadaDocumentNode } from 'gql.tada'
import type { Matching } from '../lib/graphql-client/graphql.ts'
import type { Omissible, Succeeded } from '../lib/graphql-client/operation-types.ts'
import type { Schema } from './schemas.ts'

/** Group of tools, which an address may select. */
export type Family = 'posts' | 'comments' | 'votes' | 'customers' | 'changelog' | 'roadmap' | 'events'

/**
 * Properties of a call on which clients rely: it only reads, has no further effect when it is repeated, destroys
 * something, or reaches people outside the team by mail or webhooks.
 */
type Hint = 'reads' | 'repeatable' | 'destroys' | 'open-world'

/**
 * Runs a stored document as the caller. `object` is the noun of an object that it must find.
 * @throws AppError the first error of the operation, NOT_FOUND without the object
 */
export type Call = <Data, Variables>(
  document: TadaDocumentNode<Data, Variables> & Matching<Data>,
  variables: NoInfer<Omissible<Variables>>,
  object?: string,
) => Promise<Succeeded<Data>>

type Described<Args, Result> = {
  name: string
  title: string
  /** At most 200 characters. */
  description: string
  family: Family
  hints: readonly Hint[]
  input: Schema<Args>
  output: Schema<Result>
  /** GraphQL names of input fields by argument, where one is not the snake case of the other. */
  fields?: Record<string, string>
}

/** A tool whose call runs one stored document. */
type SingleTool<Args, Result, Data, Variables> = Described<Args, Result> & {
  document: TadaDocumentNode<Data, Variables> & Matching<Data>
  variables: (args: Args) => NoInfer<Omissible<Variables>>
  present: (data: Succeeded<Data>, args: Args) => NoInfer<Result>
  /** Noun of the object that the document must find. */
  object?: string
}

/** A tool whose call runs one of several stored documents, or some after each other. */
type ComposedTool<Args, Result> = Described<Args, Result> & {
  /** Returns the documents that a call with valid or invalid arguments may run. */
  documents(args: Partial<Args>): readonly unknown[]
  /** Returns the scopes that the variables of a call need, beside those of its documents. */
  scopes?(args: Partial<Args>): readonly string[]
  run(args: Args, call: Call): Promise<NoInfer<Result>>
}

/** A tool whose types were checked where it was declared. */
export type Tool = Described<Record<string, unknown>, Record<string, unknown>> & {
  documents(args: Record<string, unknown>): readonly string[]
  scopes?(args: Record<string, unknown>): readonly string[]
  run(args: Record<string, unknown>, call: Call): Promise<Record<string, unknown>>
}

/** Declares a tool that runs one stored document. The schema types its variables and its data. */
export function tool<Args, Result, Data, Variables>({
  document,
  variables,
  present,
  object,
  ...described
}: SingleTool<Args, Result, Data, Variables>): Tool {
  return composedTool<Args, Result>({
    ...described,
    documents: () => [document],
    run: async (args, call) => present(await call(document, variables(args), object), args),
  })
}

/** Declares a tool that runs several stored documents. */
export const composedTool = <Args, Result>(definition: ComposedTool<Args, Result>): Tool =>
  definition as unknown as Tool
