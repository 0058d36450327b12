import type { Readable } from 'node:stream'
import { SourceFault } from '../source-fault.ts'

/** Maximum number of entries of an archive or folder that is opened without another limit. */
export const DEFAULT_MAX_ENTRIES = 10_000

/**
 * The files of a source. Each file can be read any number of times. Names are relative, with `/` between folders,
 * sorted so that numbers in them count: `page-2` before `page-10`.
 */
export type SourceFiles = {
  readonly names: readonly string[]
  /** Bytes of a file. */
  sizeOf: (name: string) => number
  open: (name: string) => Promise<Readable>
  close: () => Promise<void>
}

/** A sequence of bytes that can be read at any position, such as an uploaded file in parts. */
export type ByteSource = {
  size: number
  /** Reads from `start` up to and without `end`. */
  read: (start: number, end: number) => Readable
  close?: () => Promise<void>
}

/** Compares names so that the numbers in them count. The order does not depend on the locale. */
export function compareNames(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  for (const [index, part] of left.entries()) {
    const against = right[index]
    if (against === undefined) return 1
    if (part === against) continue
    const [number, otherNumber] = [Number(part), Number(against)]
    if (!Number.isNaN(number) && !Number.isNaN(otherNumber) && number !== otherNumber)
      return number - otherNumber
    return part < against ? -1 : 1
  }
  return left.length - right.length
}

const partsOf = (name: string) => name.match(/\d+|\D+/g) ?? []

/** Name of a file without its folders. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/**
 * Returns the file with a name, in any folder, or null.
 * @throws SourceFault if several folders have one
 */
export function findFile(files: SourceFiles, name: string): string | null {
  if (files.names.includes(name)) return name
  const found = files.names.filter((path) => path.endsWith(`/${name}`))
  if (found.length > 1) throw new SourceFault(`Several folders contain the file "${name}".`)
  return found[0] ?? null
}

/** Reads a whole file of at most `maxBytes`. */
export async function readWhole(files: SourceFiles, name: string, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of await files.open(name)) {
    bytes += (part as Buffer).length
    if (bytes > maxBytes) throw new SourceFault(`The file has more than ${maxBytes} bytes.`, { file: name })
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts)
}
