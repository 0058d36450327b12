import { Client, StreamableHTTPClientTransport, type FetchLike } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { TestApp } from '../app.ts'
import type { Headers } from '../fixtures/scenario.ts'
import type { Json } from '../json.ts'

/** Result of a tool, and the text of its error. */
export type ToolAnswer = { content: Json; error: string | null }

/** An agent that is connected to the service. */
export type Agent = {
  /** Calls a tool, whose text must be the same JSON as its content. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>
  /** Lists the tools, with their text as sent. */
  list(): Promise<{ name: string; description?: string | undefined; [member: string]: unknown }[]>
  /** Names of the prompts. */
  prompts(): Promise<string[]>
  /** Returns the text of a prompt. */
  prompt(name: string, args?: Record<string, string>): Promise<string>
  close(): Promise<void>
}

const ME = { name: 'test-agent', version: '1.0.0' }

/** The official clients: of the revision 2026-07-28, and of those before. */
export const ERAS = ['new', 'old'] as const

type Options = { era?: (typeof ERAS)[number]; query?: string; /** Sends a request. */ fetch?: FetchLike }

/** Connects an agent with the official client of an era. */
export async function connectAgent(
  { url }: Pick<TestApp, 'url'>,
  headers: Headers,
  { era = 'new', query = '', fetch }: Options = {},
): Promise<Agent> {
  const address = new URL(`${url}/mcp${query}`)
  const transport = { requestInit: { headers }, ...(fetch && { fetch }) }
  const client = era === 'new' ? await connectNew(address, transport) : await connectOld(address, transport)
  return {
    async call(name, args = {}) {
      const { content, structuredContent, isError } = (await client.callTool({
        name,
        arguments: args,
      })) as Json
      const [{ text }] = content
      if (isError) return { content: null, error: text }
      if (text !== JSON.stringify(structuredContent)) throw new Error(`The text differs: ${text}`)
      return { content: structuredContent, error: null }
    },
    list: async () => (await client.listTools()).tools,
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
    async prompt(name, args = {}) {
      const { messages } = (await client.getPrompt({ name, arguments: args })) as Json
      return messages[0].content.text
    },
    close: () => client.close(),
  }
}

type Transport = { requestInit: { headers: Headers }; fetch?: FetchLike }

async function connectNew(address: URL, transport: Transport) {
  const client = new Client(ME, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(address, transport))
  return client
}

async function connectOld(address: URL, transport: Transport) {
  const client = new OldClient(ME)
  await client.connect(new OldTransport(address, transport))
  return client
}
