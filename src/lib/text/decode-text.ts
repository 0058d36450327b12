import { TextDecoder } from 'node:util'

/**
 * Decodes the bytes of a text file. The encoding is that of its byte order mark (UTF-8 or UTF-16), else UTF-8,
 * else windows-1252. Removes the mark. Null if it mixes UTF-8 with another encoding, or for invalid UTF-16.
 */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return strictly('utf-16le', bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return strictly('utf-16be', bytes)
  const text = strictly('utf-8', bytes)
  if (text !== null) return text
  // A valid sequence of several bytes is hardly ever text in windows-1252.
  const isMixed = /[^\0-\x7f\ufffd]/.test(new TextDecoder().decode(bytes))
  return isMixed ? null : new TextDecoder('windows-1252').decode(bytes)
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
