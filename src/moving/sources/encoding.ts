import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { SourceFault } from '../source-fault.ts'
import { guessEncoding, type Guess } from './guess-encoding.ts'
import type { SourceFiles } from './source-files.ts'
import { Utf8Scan } from './utf8-scan.ts'

/** Encodings of text files. `--encoding` names one. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'macintosh', 'shift_jis'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes that are processed without a pause. */
const PART_BYTES = 64 * 1024
/** Bytes from which an encoding is guessed, and those of a part. */
const SAMPLE_BYTES = 64 * 1024
const SAMPLE_PART = 4 * 1024

/**
 * Returns the encoding of a text file: that of its byte order mark, UTF-16 without one, UTF-8, or a guess. Reads the
 * file once, and a second time if it is not UTF-8.
 * @throws SourceFault with the row if the file has both UTF-8 sequences and other bytes
 */
export async function encodingOf(files: SourceFiles, file: string): Promise<Guess> {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of partsOf(await files.open(file))) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    const wide = isFirst ? wideEncoding(bytes) : null
    if (wide !== null) return { encoding: wide, doubt: null }
    isFirst = bytes.length < 2
    const end = bytes.length - openBytes(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return otherEncoding(files, file)
    rest = bytes.subarray(end)
  }
  return rest.length === 0 ? { encoding: 'utf-8', doubt: null } : otherEncoding(files, file)
}

/** UTF-16 with a mark, or whose ASCII characters show by their zero bytes. Null for other encodings. */
function wideEncoding(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * MIN_ZEROS < bytes.length) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** One byte in as many is 0 in UTF-16 with some ASCII characters, and none in other texts. */
const MIN_ZEROS = 8

/** Splits the chunks of a stream, and pauses after each part. */
async function* partsOf(stream: Readable, partBytes = PART_BYTES): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>)
    for (let start = 0; start < chunk.length; start += partBytes) {
      yield chunk.subarray(start, start + partBytes)
      await setImmediate()
    }
}

/** Number of bytes at the end that start a sequence whose other bytes are in the next chunk. */
function openBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

async function otherEncoding(files: SourceFiles, file: string): Promise<Guess> {
  const scan = new Utf8Scan()
  let sample = Buffer.alloc(0)
  for await (const chunk of partsOf(await files.open(file))) {
    scan.add(chunk)
    const first = chunk.findIndex((byte) => byte >= 0x80)
    if (first === -1 || sample.length >= SAMPLE_BYTES) continue
    const start = Math.max(0, first - SAMPLE_PART)
    sample = Buffer.concat([sample, chunk.subarray(start, first + SAMPLE_PART), Buffer.from('\n')])
  }
  const { firstSequence, firstOther } = scan.end()
  const guess = guessEncoding(sample)
  if (firstSequence === null || guess.encoding !== 'windows-1252') return guess
  throw new SourceFault('The file mixes UTF-8 with another encoding. Name its encoding with --encoding.', {
    file,
    row: Math.max(firstSequence, firstOther ?? 0),
  })
}

/**
 * Decodes a stream of bytes in small parts, and pauses between them, so that other work proceeds. A byte order mark is
 * removed. `strict` refuses bytes that the encoding does not have. Else they become U+FFFD.
 */
export async function* decoded(
  stream: Readable,
  encoding: Encoding,
  { file, strict = true, partBytes = PART_BYTES }: { file: string; strict?: boolean; partBytes?: number },
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: strict })
  const decode = (bytes?: Buffer) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw new SourceFault(`The file is not valid ${encoding.toUpperCase()}.`, { file })
    }
  }
  for await (const part of partsOf(stream, partBytes)) {
    const text = decode(part)
    if (text !== '') yield text
  }
  const last = decode()
  if (last !== '') yield last
}
