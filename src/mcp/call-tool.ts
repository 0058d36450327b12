import type { Caller } from '../auth/caller.ts'
import type { Gateway, RequestSource } from '../graphql/execution/gateway.ts'
import type { AppError } from '../lib/errors.ts'
import { subjectMessage } from '../lib/errors.ts'
import { documentText } from '../lib/graphql-client/graphql.ts'
import { assertSucceeded } from '../lib/graphql-client/payload.ts'
import { snakeCase } from '../lib/text/case.ts'
import type { Call, Tool } from './tool.ts'

/** One request to the endpoint: its caller, where it comes from, and the tools of its address. */
export type Exchange = {
  gateway: Gateway
  caller: Caller
  source: RequestSource
  tools: readonly Tool[]
  /** Scopes whose lack only the call itself has found. */
  missing: string[]
}

/** Returns the scopes that a call needs, in alphabetical order. */
export const scopesOfCall = (
  { scopesOf }: Pick<Gateway, 'scopesOf'>,
  tool: Tool,
  args: Record<string, unknown>,
): string[] =>
  [...new Set([...tool.documents(args).flatMap(scopesOf), ...(tool.scopes?.(args) ?? [])])].sort()

/**
 * Runs a tool with valid arguments as the caller of the exchange.
 * @throws AppError of its operations
 */
export function callTool(
  { gateway, caller, source }: Exchange,
  { tool, args }: { tool: Tool; args: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const call: Call = async (document, variables, object) => {
    const data = await gateway.execute(documentText(document), variables as never, caller, source)
    assertSucceeded(data, object)
    return data as never
  }
  return tool.run(args, call)
}

/** Returns an error as the text of a tool's result: its code, and the sentence with the names of arguments. */
export function errorText({ code, message, subject, retryAfter }: AppError, { fields = {} }: Tool): string {
  const field = subject?.field.replace(/^(input|filter|by)\./, '')
  const sentence =
    subject && field !== undefined
      ? subjectMessage({ ...subject, field: fields[field] ?? snakeCase(field) })
      : message
  const wait = retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`
  return `${code}: ${sentence}${wait}`
}
