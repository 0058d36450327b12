import type { TestApp } from '../app.ts'
import type { Headers } from '../fixtures/scenario.ts'

/** Runs a GraphQL operation that must succeed. Returns its data. */
export async function run(
  app: TestApp,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
): Promise<any> {
  const { body } = await app.graphql(query, variables, headers)
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data
}

export type Refusal = { code: string; status: number; message: string }

/** Runs a GraphQL operation that must fail. Returns its error. */
export async function refusal(
  app: TestApp,
  headers: Headers,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Refusal> {
  const { body } = await app.graphql(query, variables, headers)
  const [error] = body.errors ?? []
  if (!error) throw new Error(`was not refused: ${JSON.stringify(body.data)}`)
  return { code: error.extensions.code, status: error.extensions.status, message: error.message }
}
