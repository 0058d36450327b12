import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client as SocketClient } from 'graphql-ws'
import {
  Environment,
  Network,
  Observable,
  RecordSource,
  Store,
  type ConcreteRequest,
  type GraphQLResponse,
  type ReaderFragment,
} from 'relay-runtime'
import type { Headers } from '../fixtures/scenario.ts'
import { ROOT } from '../contract/source-files.ts'
import type { Server } from './cache-clients.ts'

/** Path of the compiler's program. The package contains one for each platform, and null is for others. */
const compiler = createRequire(import.meta.url)('relay-compiler') as string | null

export type RelayApp = {
  request(name: string): ConcreteRequest
  fragment(name: string): ReaderFragment
  remove(): void
}

/**
 * Compiles the documents of a sample app against `schema.graphql`. @throws Error with the compiler's output if
 * the schema or a document does not fit
 */
export function compileRelayApp(folder: string): RelayApp {
  if (compiler === null) throw new Error('relay-compiler has no program for this platform')
  const copy = mkdtempSync(join(tmpdir(), 'relay-app-'))
  const remove = () => rmSync(copy, { recursive: true, force: true })
  cpSync(folder, copy, { recursive: true })
  cpSync(join(ROOT, 'schema.graphql'), join(copy, 'schema.graphql'))
  const config = { src: '.', schema: './schema.graphql', language: 'javascript', eagerEsModules: false }
  writeFileSync(join(copy, 'relay.config.json'), JSON.stringify(config))
  try {
    execFileSync(compiler, ['--noWatchman', 'relay.config.json'], { cwd: copy, stdio: 'pipe' })
  } catch (error) {
    remove()
    throw error
  }
  const require = createRequire(join(copy, 'relay.config.json'))
  const artifact = (name: string): unknown => require(`./__generated__/${name}.graphql.js`)
  return {
    request: (name) => artifact(name) as ConcreteRequest,
    fragment: (name) => artifact(name) as ReaderFragment,
    remove,
  }
}

/** Creates an environment of Relay with an empty store. */
export function relayEnvironment(server: Server, headers: Headers, sockets: SocketClient): Environment {
  const network = Network.create(
    async ({ text }, variables) => {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ query: text, variables }),
      })
      return (await response.json()) as GraphQLResponse
    },
    ({ text }, variables) =>
      Observable.create((sink) =>
        sockets.subscribe<unknown>(
          { query: text ?? '', variables },
          {
            next: (result) => sink.next(result as GraphQLResponse),
            error: (error) => sink.error(error instanceof Error ? error : new Error(JSON.stringify(error))),
            complete: () => sink.complete(),
          },
        ),
      ),
  )
  return new Environment({ network, store: new Store(new RecordSource()) })
}
