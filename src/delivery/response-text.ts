/** How much of an answer is read and kept, in bytes. */
export const MAX_BYTES = 16_384

/** Lenient, and without the character that a cut left incomplete. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * The body of an answer, of which `chunks` are what was read, as text that PostgreSQL can store: its first 16,384 bytes,
 * where U+FFFD stands for what is not UTF-8 and for each NUL.
 */
export function responseText(chunks: Buffer[]): string {
  if (chunks.length === 0) return ''
  const [first = Buffer.alloc(0)] = chunks
  const octets = chunks.length === 1 ? first : Buffer.concat(chunks)
  const isCut = octets.length > MAX_BYTES
  const text = decoder.decode(octets.subarray(0, MAX_BYTES), { stream: isCut })
  // The decoder keeps the incomplete character for a next call, which would begin with it.
  if (isCut) decoder.decode()
  return text.replaceAll('\0', '\uFFFD')
}
