import type { Caller } from '../auth/caller.ts'
import type { Execute, Gateway, RequestSource } from '../graphql/execution/gateway.ts'
import type { AppError } from '../lib/errors.ts'
import { subjectMessage } from '../lib/errors.ts'
import { sha256 } from '../lib/crypto/secret.ts'
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
}

/** Returns the scopes that a call needs, in alphabetical order. */
export const scopesOfCall = (
  { scopesOf }: Pick<Gateway, 'scopesOf'>,
  tool: Tool,
  args: Record<string, unknown>,
): string[] =>
  [...new Set([...tool.documents(args).flatMap(scopesOf), ...(tool.scopes?.(args) ?? [])])].sort()

/** Whether the app of a caller may ask for the scopes that each call of a tool needs. */
export const isReachable = (gateway: Gateway, { install }: Caller, tool: Tool): boolean =>
  !install || scopesOfCall(gateway, tool, {}).every((scope) => install.declaredScopes.includes(scope))

/**
 * Runs a tool with valid arguments as the caller of the exchange. A call with an idempotency key runs once, and its
 * changes are committed with its result.
 * @throws AppError of its operations, CONFLICT and UNPROCESSABLE for a key of a running or another call
 */
export async function callTool(
  { gateway, caller, source }: Exchange,
  { tool, args }: { tool: Tool; args: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  const callOf = (execute: Execute): Call => {
    return async (document, variables, object) => {
      const data = await execute(documentText(document), variables as never, caller, source)
      assertSucceeded(data, object)
      return data as never
    }
  }
  const { key } = args
  if (typeof key !== 'string') return tool.run(args, callOf(gateway.execute))
  const sorted = Object.entries(args).sort()
  const once = gateway.keyOf(key, sha256(JSON.stringify([tool.name, sorted])))
  const [document] = tool.documents(args)
  const text = await once.runOnce(caller, documentText(document), async (execute) =>
    JSON.stringify(await tool.run(args, callOf(execute))),
  )
  return JSON.parse(text) as Record<string, unknown>
}

/** Whether a person whose role only reads lacks a scope of writing, which no consent gives her. */
export const isCapped = ({ install, role }: Caller, missing: readonly string[]): boolean =>
  install?.actor === 'self' && role !== 'admin' && missing.some((scope) => !scope.endsWith(':read'))

/** Returns an error as the text of a tool's result: its code, and the sentence with the names of arguments. */
export function errorText({ code, message, subject, retryAfter }: AppError, { fields = {} }: Tool): string {
  const field = subject?.field.replace(/^(input|filter|by)\./, '')
  const sentence =
    subject && field !== undefined
      ? subjectMessage({ ...subject, field: fields[field] ?? snakeCase(field) })
      : message
  const wait = retryAfter === undefined ? '' : `. Try again in ${retryAfter} s.`
  return `${code}: ${wait ? sentence.replace(/\.$/, '') : sentence}${wait}`
}
