import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import type { Document, Operation } from '../../../rest-compat/document.ts'
import { routes } from '../../../rest-compat/routes.ts'
import { scopesOf } from './root-fields.ts'
import { ROOT } from './source-files.ts'

/** The OpenAPI document as `openapi/document.json` contains it. */
export function printedDocument(): string {
  return `${JSON.stringify(withQuotas(withScopes(bundle(`${ROOT}openapi/openapi.yaml`) as Document)), null, 1)}\n`
}

/** Reads a YAML file and replaces every reference to another file by its content. */
function bundle(root: string): unknown {
  const files = new Map<string, unknown>()
  const read = (path: string): unknown => {
    if (!files.has(path)) files.set(path, resolveReferences(parseYaml(readFileSync(path, 'utf8')), path))
    return files.get(path)
  }
  const resolveReferences = (node: unknown, path: string): unknown => {
    if (Array.isArray(node)) return node.map((item) => resolveReferences(item, path))
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...beside } = node as { $ref?: string }
    if ($ref !== undefined) return { ...(read(resolve(dirname(path), $ref)) as object), ...beside }
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, resolveReferences(value, path)]),
    )
  }
  return read(root)
}

/** Adds the scope that the root fields of each route require. */
function withScopes(document: Document): Document {
  const scopes = new Map(
    routes.map(([method, path, , { document: text }]) => [
      `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
      scopesOf(text)[0] ?? null,
    ]),
  )
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        withScope(operation, scopes.get(`${method} ${path}`) ?? null),
      ]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) as Document['paths'] }
}

/** Adds `x-scope`, and the scope to the security requirement `oauth2`. */
function withScope(operation: Operation, scope: string | null): Operation {
  if (scope === null) return operation
  const required = (operation.security ?? []).map((requirement) =>
    requirement.oauth2 && scope !== 'any' ? { ...requirement, oauth2: [scope] } : requirement,
  )
  const members = Object.entries(operation).flatMap(([name, value]: [string, unknown]) =>
    name === 'security' ? [[name, required] as const, ['x-scope', scope] as const] : [[name, value] as const],
  )
  return Object.fromEntries(members) as Operation
}

/** Paths whose requests are counted. */
const COUNTED = /^\/(api\/v3|oauth)\//
const QUOTA_HEADERS = {
  RateLimit: bundle(`${ROOT}openapi/headers/rate-limit.yaml`),
  'RateLimit-Policy': bundle(`${ROOT}openapi/headers/rate-limit-policy.yaml`),
}

/** Adds the headers of the rate limit to the success and to the 429 of each operation. */
function withQuotas(document: Document): Document {
  for (const [path, operations] of Object.entries(document.paths))
    for (const operation of Object.values(operations))
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!COUNTED.test(path) || !/^2|^429$/.test(status)) continue
        const { headers = {}, ...others } = response as { headers?: object }
        Object.assign(operation.responses, {
          [status]: { ...others, headers: { ...headers, ...QUOTA_HEADERS } },
        })
      }
  return document
}

if (import.meta.main) writeFileSync(`${ROOT}openapi/document.json`, printedDocument())
