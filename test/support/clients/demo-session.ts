import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoCredentials } from '../../../src/seed/demo.ts'

/** The admin of a demo organization, with the API key. */
export type DemoSession = Awaited<ReturnType<typeof demoSession>>

/** Signs in to the demo organization of a data directory whose program listens at `url`. */
export async function demoSession(url: string, dataDir: string) {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoCredentials
  const headers: Record<string, string> = { 'API-KEY': demo.apiKey }

  /** Sends a form, or an object as JSON. */
  const send = async (method: string, path: string, content?: FormData | object) => {
    const isForm = content instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: { ...headers, ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? content : (JSON.stringify(content) ?? null),
    })
    return { status: response.status, body: await response.json() }
  }
  const query = async (document: string, variables: object = {}) =>
    (await send('POST', '/graphql', { query: document, variables })).body
  /** Runs a mutation and returns its payload, and the code of its error or `OK`. */
  const mutate = async (name: string, input: object, selection = '') => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
    const { data, errors } = await query(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} errors { code } } }`,
      { input },
    )
    const payload = data?.[name] ?? null
    const code = errors?.[0]?.extensions?.code ?? payload?.errors?.[0]?.code ?? 'OK'
    return { payload, code: code as string }
  }
  const { email, password } = demo.admin
  const signedIn = await mutate('signIn', { email, password }, 'session { token }')
  headers['Authorization'] = `Bearer ${signedIn.payload.session.token}`
  return { url, headers, send, query, mutate }
}
