const SEGMENTS_OF_A_PART = 0x100n

/** A segment of the log: 8 digits for its timeline and 16 for its position, in hexadecimal. */
export const SEGMENT = /^[0-9A-F]{24}$/
/** The origin of a timeline. */
export const HISTORY = /^[0-9A-F]{8}\.history$/

/** Returns the names of the segments of 16 MB from `first` to `last`, which have one timeline. */
export function segmentsBetween(first: string, last: string): string[] {
  const names: string[] = []
  for (let at = positionOf(first); at <= positionOf(last); at++)
    names.push(first.slice(0, 8) + hex(at / SEGMENTS_OF_A_PART) + hex(at % SEGMENTS_OF_A_PART))
  return names
}

/** Returns the number of a segment in the log, which grows also over a change of the timeline. */
export const positionOf = (segment: string) =>
  BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_OF_A_PART + BigInt(`0x${segment.slice(16)}`)

const hex = (part: bigint) => part.toString(16).toUpperCase().padStart(8, '0')
