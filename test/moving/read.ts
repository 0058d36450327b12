import { fileURLToPath } from 'node:url'
import type { Fault, Loss, ReaderItem, Skip } from '../../src/moving/items.ts'
import type { ReadOptions, SourceKind } from '../../src/moving/reader.ts'
import { READERS } from '../../src/moving/readers.ts'
import type { NeutralRecord, RecordType } from '../../src/moving/records.ts'
import { filesOf, memoryBytes, openPath } from '../../src/moving/sources/open-files.ts'
import type { SourceFiles } from '../../src/moving/sources/source-files.ts'

/** Opens a sample: a file or folder of `test/moving/samples`. */
export const openSample = (path: string): Promise<SourceFiles> =>
  openPath(fileURLToPath(new URL(`samples/${path}`, import.meta.url)))

/** A source of texts or bytes by name. */
export const filesFrom = (contents: Record<string, string | Uint8Array | object>): SourceFiles =>
  filesOf(Object.entries(contents).map(([name, content]) => ({ name, bytes: memoryBytes(bytesOf(content)) })))

function bytesOf(content: string | Uint8Array | object): Uint8Array {
  if (content instanceof Uint8Array) return content
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))
}

/** Items of a reader, by kind. */
export type Reading = {
  items: ReaderItem[]
  records: NeutralRecord[]
  faults: Fault[]
  skips: Skip[]
  losses: Loss[]
}

/** Reads a source to its end. */
export async function readAll(
  source: SourceKind,
  files: SourceFiles,
  options: ReadOptions = {},
): Promise<Reading> {
  const items: ReaderItem[] = []
  for await (const item of READERS[source].read(files, options)) items.push(item)
  return {
    items,
    records: items.flatMap((item) => (item.item === 'record' ? [item.record] : [])),
    faults: items.flatMap((item) => (item.item === 'fault' ? [item.fault] : [])),
    skips: items.flatMap((item) => (item.item === 'skip' ? [item.skip] : [])),
    losses: items.flatMap((item) => (item.item === 'loss' ? [item.loss] : [])),
  }
}

/** Records of one type. */
export function ofType<Type extends RecordType>(
  { records }: Pick<Reading, 'records'>,
  type: Type,
): Extract<NeutralRecord, { type: Type }>[] {
  return records.filter((record): record is Extract<NeutralRecord, { type: Type }> => record.type === type)
}
