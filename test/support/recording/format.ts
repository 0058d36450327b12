/** Maximum number of characters of a line, beyond which a value is split into lines. */
const WIDTH = 110

/**
 * Formats a body for reading without loss. JSON as the program writes it is split into lines, which keeps its
 * keys' order. Any other text follows a line that states so. Long repetitions of a character are shortened.
 */
export function formatBody(text: string): string {
  if (text === '') return ''
  const value = parsed(text)
  const isPlain = value !== undefined && JSON.stringify(value) === text
  return shorten(isPlain ? formatJson(value, '') : `(as text)\n${text}`)
}

/** Returns the body of a refusal as sent, which is one line, or null for any other body. */
export function formatRefusal(text: string): string | null {
  const value = parsed(text)
  const isRefusal =
    typeof value === 'object' &&
    value !== null &&
    ('error' in value || ('success' in value && value.success === false))
  return isRefusal && JSON.stringify(value) === text ? shorten(text) : null
}

/** Replaces 40 and more repetitions of a text of at most six characters by one of them with their number. */
export function shorten(text: string): string {
  return text.replace(/(\S{1,6}?)\1{39,}/gu, (run, unit: string) => `${unit}{×${run.length / unit.length}}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function formatJson(value: unknown, indent: string): string {
  const inline = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + inline.length <= WIDTH) return inline
  const deeper = `${indent} `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const lines = Array.isArray(value)
    ? value.map((item) => deeper + formatJson(item, deeper))
    : Object.entries(value).map(
        ([name, item]) => `${deeper}${JSON.stringify(name)}:${formatJson(item, deeper)}`,
      )
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}
