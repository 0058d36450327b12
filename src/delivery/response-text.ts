/** Number of bytes of a response that are read and stored. */
export const MAX_BYTES = 16_384

/** Lenient decoder. It drops an incomplete character at the cut. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns the first 16,384 bytes of a response body as text that PostgreSQL can store. `chunks` are the bytes
 * read. Invalid UTF-8 and NUL characters become U+FFFD.
 */
export function responseText(chunks: Buffer[]): string {
  if (chunks.length === 0) return ''
  const [first = Buffer.alloc(0)] = chunks
  const octets = chunks.length === 1 ? first : Buffer.concat(chunks)
  const isCut = octets.length > MAX_BYTES
  const text = decoder.decode(octets.subarray(0, MAX_BYTES), { stream: isCut })
  // Clears the incomplete character that the decoder keeps for its next call.
  if (isCut) decoder.decode()
  return text.replaceAll('\0', '\uFFFD')
}
