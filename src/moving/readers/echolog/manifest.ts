import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { boundedJson } from '../../../lib/text/json-bounds.ts'
import { SourceFault } from '../../source-fault.ts'
import { JSON_BOUNDS } from '../../sources/json-limits.ts'
import { findFile, readWhole, type SourceFiles } from '../../sources/source-files.ts'

/** Format that this version reads. */
const FORMAT = 'echolog/1'

const FileEntry = v.object({
  rows: v.optional(v.nullable(v.number())),
  bytes: v.number(),
  sha256: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
})
const ManifestShape = v.object({
  format: v.string(),
  installation: v.string(),
  organization: v.union([v.string(), v.object({ slug: v.string() })]),
  files: v.record(v.string(), FileEntry),
})

/** The manifest of an export. `root` is the folder of its files, with `/` at its end, or ''. */
type Manifest = {
  root: string
  installation: string
  organization: string
  files: Record<string, v.InferOutput<typeof FileEntry>>
}

const MAX_MANIFEST = 16 * 1024 ** 2
/** A file has five values, and a manifest of that size about 160,000 files. */
const BOUNDS = { ...JSON_BOUNDS, values: 1_000_000 }

/**
 * Reads the manifest.
 * @throws SourceFault without a manifest, and for another format
 */
export async function openManifest(files: SourceFiles): Promise<Manifest> {
  const file = findFile(files, 'manifest.json')
  if (file === null) throw new SourceFault('The source has no manifest.json, so it is no complete export.')
  const json = boundedJson(await readWhole(files, file, MAX_MANIFEST), BOUNDS)
  if (json === undefined) throw new SourceFault('The manifest is not valid JSON.', { file })
  const { format } = (json ?? {}) as { format?: unknown }
  if (format !== FORMAT)
    throw new SourceFault(`The format ${JSON.stringify(format)} is not "${FORMAT}".`, { file })
  const parsed = v.safeParse(ManifestShape, json)
  if (!parsed.success) throw new SourceFault('The manifest does not match its format.', { file })
  const { installation, organization, files: entries } = parsed.output
  const slug = typeof organization === 'string' ? organization : organization.slug
  return { root: file.slice(0, -'manifest.json'.length), installation, organization: slug, files: entries }
}

/**
 * Compares every file with its entry: bytes, SHA-256 and, for JSONL, rows.
 * @throws SourceFault for the first that is missing or differs
 */
export async function verifyFiles(files: SourceFiles, { root, files: entries }: Manifest): Promise<void> {
  for (const [name, { rows, bytes, sha256 }] of Object.entries(entries)) {
    const file = root + name
    if (!files.names.includes(file)) throw new SourceFault('A file of the manifest is missing.', { file })
    const hash = createHash('sha256')
    let [size, lines] = [0, 0]
    for await (const chunk of (await files.open(file)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
    }
    if (size !== bytes || hash.digest('hex') !== sha256)
      throw new SourceFault('The checksum of a file is wrong.', { file })
    if (typeof rows === 'number' && name.endsWith('.jsonl') && rows !== lines)
      throw new SourceFault(`A file has ${lines} rows. The manifest states ${rows}.`, { file })
  }
}
