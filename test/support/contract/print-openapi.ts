import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { ROOT } from './source-files.ts'

/** The OpenAPI document as `openapi/document.json` contains it. */
export function printedDocument(): string {
  return `${JSON.stringify(bundle(`${ROOT}openapi/openapi.yaml`), null, 1)}\n`
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

if (import.meta.main) writeFileSync(`${ROOT}openapi/document.json`, printedDocument())
