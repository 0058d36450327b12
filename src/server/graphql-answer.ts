import type { Response as Answer } from 'express'
import type { GraphQLError } from 'graphql'
import { answer } from '../../rest-compat/router.ts'

/** Answers with one error in GraphQL's form; `extensions.http` becomes the status and headers of the response. */
export function refuseGraphql(response: Answer, error: GraphQLError): void {
  const { http, ...extensions } = error.extensions as {
    status: number
    http?: { headers?: Record<string, string> }
  }
  for (const [name, value] of Object.entries(http?.headers ?? {})) response.setHeader(name, value)
  answer(response, extensions.status, { errors: [{ message: error.message, extensions }] })
}

/** Sends what a Fetch API handler answered, as it is. */
export async function sendFetched(response: Answer, fetched: Response): Promise<void> {
  const body = Buffer.from(await fetched.arrayBuffer())
  response.statusCode = fetched.status
  fetched.headers.forEach((value, name) => response.setHeader(name, value))
  response.setHeader('Content-Length', body.length)
  response.end(body)
}
