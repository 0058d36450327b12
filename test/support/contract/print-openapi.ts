import { writeFileSync } from 'node:fs'
import { bundle, createConfig } from '@redocly/openapi-core'
import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript'
import type { Document, Operation } from '../../../rest-compat/document.ts'
import { routes } from '../../../rest-compat/routes.ts'
import { scopesOf } from './root-fields.ts'
import { ROOT } from './source-files.ts'

/** The OpenAPI document as `openapi/document.json` contains it. @throws Error for a reference to nothing */
export async function printedDocument(): Promise<string> {
  return `${JSON.stringify(withQuotas(withScopes(withNames(await readSource()))), null, 1)}\n`
}

/** The types of a printed document as `openapi/types.ts` contains them, without examples, a third of the text. */
export async function printedTypes(document: string): Promise<string> {
  const plain: unknown = JSON.parse(document, (name, part: unknown) =>
    name === 'example' ? undefined : part,
  )
  return COMMENT_HEADER + astToString(await openapiTS(plain as OpenAPI3))
}

/** Reads the YAML files. Shared schemas, parameters, responses and headers become components. */
async function readSource(): Promise<Source> {
  const config = await createConfig({})
  const { bundle: source, problems } = await bundle({ ref: `${ROOT}openapi/openapi.yaml`, config })
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'))
  return source.parsed as Source
}

type Components = Record<string, Record<string, unknown>>
type Source = Document & { components: Components }

/** Replaces the names of files by those of components. Generators of clients name types by them. */
function withNames(source: Source): Document {
  const text = JSON.stringify(source).replace(/(?<="\$ref":"#\/components\/\w+\/)[\w-]+/g, (file) =>
    componentName(file),
  )
  const { components, ...others } = JSON.parse(text) as Source
  const named = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(
      Object.entries(parts)
        .map(([name, part]) => [kind === 'securitySchemes' ? name : componentName(name), part] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  ])
  return { ...others, components: Object.fromEntries(named) as Components }
}

/** `OAuthApp` for `oauth-app`. */
function componentName(file: string): string {
  return file
    .replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^Oauth/, 'OAuth')
    .replace(/^Etag/, 'ETag')
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
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}

/** Adds the headers of the rate limit to the success of each operation. */
function withQuotas(document: Document): Document {
  for (const [path, operations] of Object.entries(document.paths))
    for (const { responses } of Object.values(operations))
      for (const [status, response] of Object.entries(responses)) {
        if (!COUNTED.test(path) || !status.startsWith('2')) continue
        const { headers = {}, ...others } = response as { headers?: object }
        Object.assign(responses, { [status]: { ...others, headers: { ...headers, ...QUOTA_HEADERS } } })
      }
  return document
}

if (import.meta.main) {
  const document = await printedDocument()
  writeFileSync(`${ROOT}openapi/document.json`, document)
  writeFileSync(`${ROOT}openapi/types.ts`, await printedTypes(document))
}
