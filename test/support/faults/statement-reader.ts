/** A message of the PostgreSQL protocol 3.0 (chapter "Message Formats"). */
type Message = { type: string; body: Buffer; whole: Buffer }

/**
 * Returns a function that takes chunks of one direction and returns the messages that are complete. The first
 * message of a client has no type byte: pass `startup` as true for that direction.
 */
export function messageSplitter(startup: boolean): (chunk: Buffer) => Message[] {
  let rest = Buffer.alloc(0)
  let first = startup
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const messages: Message[] = []
    for (;;) {
      const header = first ? 0 : 1
      if (rest.length < header + 4) return messages
      const end = header + rest.readInt32BE(header)
      if (rest.length < end) return messages
      const type = first ? '' : String.fromCharCode(rest[0] ?? 0)
      messages.push({ type, body: rest.subarray(header + 4, end), whole: rest.subarray(0, end) })
      rest = rest.subarray(end)
      first = false
    }
  }
}

/**
 * Returns a function that takes the client's messages and returns the statement that a message runs. That is
 * the text of a simple query, or of the prepared statement that a Bind names. Returns null for every other
 * message.
 */
export function statementReader(): (message: Message) => string | null {
  const prepared = new Map<string, string>()
  return ({ type, body }) => {
    const [first = '', second = ''] = body.toString('utf8').split('\0', 2)
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    return type === 'B' ? (prepared.get(second) ?? null) : null
  }
}
