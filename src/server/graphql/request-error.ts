import type { GraphQLError } from 'graphql'

/** An operation cannot start or continue. Its errors are masked. */
export class RequestError extends Error {
  readonly errors: readonly GraphQLError[]

  constructor(errors: readonly GraphQLError[]) {
    super(errors[0]?.message ?? 'refused')
    this.name = 'RequestError'
    this.errors = errors
  }
}
