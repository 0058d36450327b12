import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { TextDecoder } from 'node:util'
import { SourceFault } from '../source-fault.ts'
import type { SourceFiles } from './source-files.ts'
import { Utf8Scan } from './utf8-scan.ts'

/** Encodings of text files. `--encoding` names one. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes that are processed without a pause. */
const PART_BYTES = 64 * 1024

/**
 * Returns the encoding of a text file: that of its byte order mark, else UTF-8, else windows-1252. Reads the file
 * once, and a second time if it is not UTF-8.
 * @throws SourceFault with the row if the file has both UTF-8 sequences and other bytes
 */
export async function encodingOf(files: SourceFiles, file: string): Promise<Encoding> {
  let rest: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of partsOf(await files.open(file))) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
    if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
    isFirst = bytes.length < 2
    const end = bytes.length - openBytes(bytes)
    if (!isUtf8(bytes.subarray(0, end))) return otherEncoding(files, file)
    rest = bytes.subarray(end)
  }
  return rest.length === 0 ? 'utf-8' : otherEncoding(files, file)
}

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

async function otherEncoding(files: SourceFiles, file: string): Promise<Encoding> {
  const scan = new Utf8Scan()
  for await (const chunk of partsOf(await files.open(file))) scan.add(chunk)
  const { firstSequence, firstOther } = scan.end()
  if (firstSequence === null) return 'windows-1252'
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
