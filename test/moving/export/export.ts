import { createHash } from 'node:crypto'
import { exportOptions, type ExportOptions } from '../../../src/moving/export/options.ts'
import { withExport } from '../../../src/moving/export/write-export.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'
import { readWhole, type SourceFiles } from '../../../src/moving/sources/source-files.ts'
import type { TestApp } from '../../support/app.ts'

export const PSEUDONYMS = createHash('sha256').update('key of the tests').digest()

/** A written export. `archive` is its zip file. */
export type Written = { fileName: string; archive: Buffer; files: SourceFiles }

/** Exports an organization into memory. */
export async function exported(
  app: TestApp,
  organizationId: number,
  options: Partial<ExportOptions> = {},
): Promise<Written> {
  const context = { db: app.database.kysely, pseudonyms: PSEUDONYMS }
  const request = { organizationId, options: exportOptions(options) }
  return withExport(context, request, async ({ fileName, bytes }) => {
    const chunks: Buffer[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    const archive = Buffer.concat(chunks)
    return { fileName, archive, files: await openBytes(fileName, memoryBytes(archive)) }
  })
}

const MAX = 384 * 1024 ** 2

/** Text of a file of an export. */
export const fileText = async ({ files }: Written, name: string): Promise<string> =>
  (await readWhole(files, name, MAX)).toString('utf8')

/** Texts of all files of an export but the manifest, by name. */
export async function textsOf(written: Written): Promise<Record<string, string>> {
  const names = written.files.names.filter((name) => name !== 'manifest.json')
  const texts = await Promise.all(names.map(async (name) => [name, await fileText(written, name)] as const))
  return Object.fromEntries(texts)
}

type Line = Record<string, unknown>

/** Rows of a file of an export. */
export async function rowsOf(written: Written, list: string): Promise<Line[]> {
  const text = await fileText(written, `${list}.jsonl`)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}
