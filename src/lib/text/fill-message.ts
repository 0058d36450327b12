const PLACEHOLDER = /\{(\w+)\}/
/** Parts of the messages of all languages: text, and names of values at the odd indexes. */
const parts = new Map<string, readonly string[]>()

/** Returns a message in parts: text, and at each odd index the name of a value. */
export function messageParts(message: string): readonly string[] {
  let found = parts.get(message)
  if (!found) parts.set(message, (found = message.split(PLACEHOLDER)))
  return found
}

/** Returns a message with its values. One that is missing is empty. */
export function fillMessage(message: string, values?: Readonly<Record<string, string | number>>): string {
  if (!values) return message
  let text = ''
  for (const [at, part] of messageParts(message).entries()) text += at % 2 === 0 ? part : (values[part] ?? '')
  return text
}
