/** Milliseconds around the present within which a time is one of the database's clock. */
const NEAR_MS = 2 * 86_400_000

/**
 * Texts that differ between runs, with the name of their placeholder. Credentials begin with the organization's id, so
 * that their length varies.
 */
const VARIABLE: [name: string, pattern: RegExp][] = [
  // Client ids of fixtures are longer.
  ['stored-client', /foapp_[0-9A-Za-z]{39}(?![0-9A-Za-z])/g],
  ['client', /foapp_[0-9A-Za-z]{28}(?![0-9A-Za-z])/g],
  ['public-client', /fodyn_[\w-]+/g],
  ['client-secret', /fosec_[0-9A-Za-z]{39}(?![0-9A-Za-z])/g],
  ['code', /fooc_[0-9A-Za-z]{39,45}(?![0-9A-Za-z])/g],
  ['access-token', /foot_[0-9A-Za-z]{39,45}(?![0-9A-Za-z])/g],
  ['refresh-token', /foor_[0-9A-Za-z]{39,45}(?![0-9A-Za-z])/g],
  ['webhook-secret', /whsec_[0-9A-Za-z+/]{43}=/g],
  ['event', /evt_[0-9a-z]{1,11}_[0-9a-z]{1,11}/g],
  ['uuid', /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g],
  ['style', /(?<=\/page\.css\?v=)[0-9a-f]{12}/g],
  ['port', /(?<=127\.0\.0\.1:)\d{4,5}/g],
]

/** Replaces the texts of a recording that differ between runs. */
export type Normalize = (text: string) => string

/**
 * Creates a function that replaces generated texts by placeholders such as `<event:2>`. Their numbers are those
 * of the first appearance, so that equal texts have equal placeholders. A text of another length or alphabet is
 * not replaced. Times of the database's clock become `<time:1>`, other times are unchanged.
 */
export function createNormalize(): Normalize {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const placeholder = (name: string, found: string) => {
    const key = `${name} ${found}`
    const present = known.get(key)
    if (present !== undefined) return present
    const number = (counts.get(name) ?? 0) + 1
    counts.set(name, number)
    known.set(key, `<${name}:${number}>`)
    return `<${name}:${number}>`
  }
  return (text) => {
    const withoutTimes = text
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) =>
        isNear(Date.parse(time)) ? placeholder('time', time) : time,
      )
      .replace(/\b\d{1,2} [A-Z][a-z]+ \d{4}\b/g, (day) => (isNear(Date.parse(`${day} UTC`)) ? '<day>' : day))
      .replace(/"iat":(\d{10})(,"exp":(\d{10}))?/g, lifetime)
      .replace(/"(\w+)":(\d{10})(?!\d)/g, (found, name: string, time: string) =>
        isNear(Number(time) * 1000) ? `"${name}":"<seconds>"` : found,
      )
      .replace(/(?<=^webhook-timestamp: )\d{10}$/g, (time) =>
        isNear(Number(time) * 1000) ? '<seconds>' : time,
      )
      .replace(/(?<=^Retry-After: )\d+$/g, '<seconds>')
    return VARIABLE.reduce(
      (result, [name, pattern]) => result.replace(pattern, (found) => placeholder(name, found)),
      withoutTimes,
    )
  }
}

const isNear = (time: number) => Math.abs(time - Date.now()) < NEAR_MS

/** Two tokens may have the same second. Only the distance between two times is recorded. */
function lifetime(found: string, iat: string, pair: string | undefined, exp: string): string {
  if (!isNear(Number(iat) * 1000)) return found
  return pair === undefined
    ? '"iat":"<seconds>"'
    : `"iat":"<seconds>","exp":"<+${Number(exp) - Number(iat)}>"`
}
