import type { Request, Response } from 'express'
import type { Caller } from '../auth/caller.ts'
import type { Gateway } from '../graphql/execution/gateway.ts'
import { AppError, unauthorized } from '../lib/errors.ts'
import { readBody } from '../lib/http/request-body.ts'
import { strictQuery } from '../lib/http/strict-query.ts'
import { jsonValueProblem } from '../lib/text/valid-json.ts'
import { isCapped, isReachable, scopesOfCall, type Exchange } from './call-tool.ts'
import { sendInsufficient, sendRefusal } from './refuse.ts'
import type { Site } from './router.ts'
import { runProtocol } from './run-protocol.ts'
import { selectTools } from './select-tools.ts'
import type { Tool } from './tool.ts'

type Door = { tools: readonly Tool[]; gateway: Gateway; site: Site }

/**
 * Answers one message of the protocol. The credential is checked before the body is read, and the scopes of a call
 * before the protocol sees it: clients obtain scopes after a challenge only.
 */
export async function handleMessage(door: Door, request: Request, response: Response): Promise<void> {
  const { gateway, site } = door
  const { requestId } = gateway.contextOf(request)
  try {
    const { exchange, body } = await admit(door, request, response)
    const called = calledTool(exchange, body)
    const scopes = called ? scopesOfCall(gateway, called.tool, called.args) : []
    if (mayAskForMore(exchange.caller, scopes)) return sendInsufficient(response, site.publicUrl(), scopes)
    if (called) gateway.countToolCall(exchange.caller, called.tool.name)
    const answer = () => runProtocol({ exchange, body }, request, response)
    if (called?.tool.hints.includes('reads'))
      return await gateway.withReadTurn(exchange.caller, response, answer)
    await answer()
  } catch (error) {
    const { authorization, apiKey } = gateway.contextOf(request).credentials
    sendRefusal(response, {
      publicUrl: site.publicUrl(),
      error: gateway.toAppError(error, requestId),
      hasCredential: (authorization ?? apiKey) !== undefined,
    })
  }
}

/** Limits of a message. The protocol checks each of its values, and names each that is wrong. */
const MESSAGE = {
  maxDepth: 100,
  tooDeep: 'The message is nested more than 100 levels deep',
  maxValues: 2000,
  tooMany: 'The message has more than 2000 values',
  textProblemOf: () => null,
}

type Admitted = { exchange: Exchange; body: Record<string, unknown> }

/** Identifies the caller, counts the request and reads its body. */
async function admit({ tools, gateway }: Door, request: Request, response: Response): Promise<Admitted> {
  const context = gateway.contextOf(request)
  const caller = await context.caller({ resource: 'mcp' })
  // A cookie is no credential here, nor is the token of a person without the key of an organization.
  if (caller.authority !== 'app' && caller.authority !== 'key')
    throw unauthorized('Send an access token for this endpoint, or an API key')
  const charging = gateway.charge(request, response, caller)
  if (charging) await charging
  const selected = selectTools(tools, strictQuery(request).tools).filter((tool) =>
    isReachable(gateway, caller, tool),
  )
  const body = await readBody(request, response, { withinMs: gateway.bodyTimeout, isAnonymous: false })
  const problem = jsonValueProblem(body, MESSAGE)
  if (problem) throw new AppError('INVALID_PARAM', problem)
  const source = { requestId: context.requestId, address: gateway.addressOf(request) }
  return { exchange: { gateway, caller, source, tools: selected }, body }
}

/** Returns the tool that a message calls, with its arguments as sent. Null for another message and an unknown tool. */
function calledTool({ tools }: Exchange, { method, params }: Record<string, unknown>) {
  if (method !== 'tools/call' || typeof params !== 'object' || params === null) return null
  const { name, arguments: args } = params as { name?: unknown; arguments?: unknown }
  const tool = tools.find((each) => each.name === name)
  return tool
    ? { tool, args: typeof args === 'object' && args !== null ? (args as Record<string, unknown>) : {} }
    : null
}

/** Whether a caller lacks scopes that it can obtain by another consent. */
function mayAskForMore(caller: Caller, needed: readonly string[]): boolean {
  const missing = needed.filter((scope) => caller.scopes && !caller.scopes.has(scope as never))
  return missing.length > 0 && !isCapped(caller, missing)
}
