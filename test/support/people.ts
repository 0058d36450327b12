import type { TestApp } from './app.ts'
import { run } from './operations.ts'
import type { Headers, Tenant } from './scenario.ts'

/** Customers of the tenant, each with the headers of an SSO token; their e-mails are their names. */
export async function customers<Name extends string>(
  app: TestApp,
  tenant: Tenant,
  ...names: Name[]
): Promise<Record<Name, Headers>> {
  const entries = await Promise.all(
    names.map(async (name) => [name, await tenant.sso({ email: emailOf(name), name })] as const),
  )
  for (const [, headers] of entries) await run(app, headers, '{ me { actor { id } } }')
  return Object.fromEntries(entries) as Record<Name, Headers>
}

export const emailOf = (name: string) => `${name}@people.example`

/** Submits a post with the tenant's key; returns its id. */
export async function submit(app: TestApp, headers: Headers, title: string): Promise<string> {
  const { createPost } = await run(
    app,
    headers,
    'mutation ($title: String!) { createPost(input: { title: $title }) { id } }',
    { title },
  )
  return createPost.id
}
