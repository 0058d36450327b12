import type { Caller } from '../src/auth/caller.ts'
import { AppError } from '../src/lib/errors.ts'
import type { AnyEndpoint } from './endpoint.ts'
import type { Execute, RequestSource } from '../src/graphql/execution/gateway.ts'
import { assertSucceeded } from '../src/lib/graphql-client/payload.ts'

/** Input and caller of an operation. */
export type Operation = {
  input: Record<string, unknown>
  caller: Caller
  source: RequestSource
}

/**
 * Executes the operation of an endpoint.
 * @throws AppError for its expected errors, as the endpoint converts them
 */
export async function runEndpoint(
  endpoint: AnyEndpoint,
  operation: Operation,
  execute: Execute,
): Promise<Record<string, unknown>> {
  try {
    const data = await executeEndpoint(endpoint, operation, execute)
    assertSucceeded(data, endpoint.object)
    return data
  } catch (error) {
    throw converted(endpoint, operation, error)
  }
}

/** Executes the operation of an endpoint, whose payload may have errors. @throws as `execute` */
export const executeEndpoint = (
  { document, variables }: AnyEndpoint,
  { input, caller, source }: Operation,
  execute: Execute,
): Promise<Record<string, unknown>> => execute(document, variables(input, caller), caller, source)

/** Returns an expected error as the endpoint converts it, and any other unchanged. */
export const converted = (endpoint: AnyEndpoint, { input }: Operation, error: unknown): unknown =>
  error instanceof AppError ? (endpoint.toError?.(error, input) ?? error) : error
