import type { Request, Response } from 'express'
import { readBody } from '../../lib/http/request-body.ts'
import { strictQuery } from '../../lib/http/strict-query.ts'
import { LIMITS } from '../../graphql/execution/limits.ts'
import { AppError } from '../../lib/errors.ts'
import { sizeProblem, variablesProblem } from '../../graphql/execution/rules/variable-limits.ts'

/** Parameters of a GraphQL request, with values of any type. */
export type RequestParameters = {
  query?: unknown
  variables?: unknown
  operationName?: unknown
  extensions?: unknown
}

const PARAMETERS = new Set(['query', 'variables', 'operationName', 'extensions'])
const METHODS = new Set(['GET', 'HEAD', 'POST'])
const MAX_CHARACTERS = 20_000

/**
 * Returns whether a request to `/graphql` has one of its methods.
 * @throws AppError for another path and for an invalid `Host`
 */
export function assertReadable(request: Request): boolean {
  if (request.path !== '/') throw new AppError('NOT_FOUND', 'There is nothing here')
  if (!makesUrl(request)) throw new AppError('INVALID_PARAM', 'The Host header is not valid')
  return METHODS.has(request.method)
}

/**
 * Reads and validates a request to `/graphql` (GraphQL over HTTP). The JSON body of a POST is limited as by
 * `readBody`. Forms are rejected, so that forms of other sites cannot send mutations.
 * @throws AppError with the HTTP status of the response
 */
export async function readRequest(
  request: Request,
  response: Response,
  options: { withinMs: number; isAnonymous: boolean },
): Promise<RequestParameters> {
  const parameters =
    request.method === 'POST' ? await readBody(request, response, options) : inQuery(strictQuery(request))
  validateParameters(parameters)
  return parameters
}

/**
 * Whether a URL can be built from the request. Yoga parses the whole URL, and the Host header is client
 * input.
 */
function makesUrl({ headers: { host = '' }, originalUrl }: Request): boolean {
  return !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}${originalUrl}`)
}

function inQuery(query: Record<string, unknown>): RequestParameters {
  for (const name of PARAMETERS)
    if (!String(query[name]).isWellFormed())
      throw new AppError('INVALID_PARAM', `"${name}" is not valid Unicode`)
  const parameters: RequestParameters = { query: query.query, operationName: query.operationName }
  for (const name of ['variables', 'extensions'] as const) {
    const given = query[name] as string | string[] | undefined
    if (!given) continue
    try {
      parameters[name] = JSON.parse(String(given))
    } catch {
      throw new AppError('INVALID_PARAM', `"${name}" is not valid JSON`)
    }
  }
  return parameters
}

/**
 * Validates the parameters and limits their size before parsing.
 * @throws AppError INVALID_PARAM
 */
export function validateParameters(parameters: RequestParameters): void {
  const unknown = Object.keys(parameters).find((name) => !PARAMETERS.has(name))
  if (unknown !== undefined) throw new AppError('INVALID_PARAM', `Unexpected parameter "${unknown}"`)
  const { query } = parameters
  if (query === undefined || query === null || query === '')
    throw new AppError('INVALID_PARAM', 'Must provide query string')
  if (typeof query === 'string' && query.length > MAX_CHARACTERS)
    throw new AppError('INVALID_PARAM', `The query is longer than ${MAX_CHARACTERS} characters`)
  if (typeof query === 'string' && linesOf(query) > LIMITS.lines)
    throw new AppError('INVALID_PARAM', `The query has more than ${LIMITS.lines} lines`)
  const problem = variablesProblem(parameters.variables) ?? sizeProblem('extensions', parameters.extensions)
  if (problem) throw new AppError('INVALID_PARAM', problem)
}

/** Empties the parameters of a long-lived operation, because a receiver may keep them until it ends. */
export function forgetParameters(parameters: RequestParameters): void {
  Object.assign(parameters, { query: '', variables: undefined, extensions: undefined })
}

/** Counts lines, because locating an error traverses the lines before it. */
const linesOf = (text: string) => (text.match(/\r\n|[\n\r]/g)?.length ?? 0) + 1
