import fc from 'fast-check'
import { openSample } from './read.ts'

/** Values that a file may have where another is expected. */
const VALUES: unknown[] = [
  ...['', ' ', '\0', '\ud800', 'x'.repeat(300), 'é€'.repeat(200), '=1+1', "'-1", '-3', '1.5', '1e9'],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'null',
    '[',
    '[1',
    '{}',
    '"',
    '\r\n',
    '\t;',
    '../x',
    'a\u202eb',
  ],
  ...['0000-00-00', '99/99/9999', '4/3/25', 'now', 'ada@example.com', 'a***@example.com', 'javascript:1'],
  ...[null, true, 0, -1, 1e308, 12345678901234567890n.toString(), [], {}, [null], [[[]]], [{}], { id: {} }],
]
/** Positions in a source and the values that come there. */
export const picks = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...VALUES)), { minLength: 1, maxLength: 4 })

/** Bytes of files by name. */
type Texts = Record<string, Buffer>

/** Reads a sample. */
export async function textsOf(path: string): Promise<Texts> {
  const files = await openSample(path)
  const texts: Texts = {}
  for (const name of files.names)
    texts[name] = Buffer.concat((await (await files.open(name)).toArray()) as Buffer[])
  return texts
}

/** Positions of a JSON value: each is a container and a key. */
function slotsOf(value: unknown): [container: Record<string, unknown>, key: string][] {
  if (typeof value !== 'object' || value === null) return []
  const container = value as Record<string, unknown>
  return Object.keys(container).flatMap((key) => [[container, key] as const, ...slotsOf(container[key])])
}

function changedJson(text: string, at: number, value: unknown): string {
  const json: unknown = JSON.parse(text)
  const slots = slotsOf(json)
  const [container, key = ''] = slots[at % Math.max(1, slots.length)] ?? []
  if (!container) return text
  if (at % 5 === 0 && typeof value === 'string' && !Array.isArray(container))
    container[value] = container[key]
  else container[key] = value
  return JSON.stringify(json)
}

/** Replaces a cell. Quotes are kept in pairs, so that most files are read. */
function changedCsv(text: string, at: number, value: unknown): string {
  const cells = text.split(/(?<=[,\n])/)
  const index = at % cells.length
  const cell = cells[index] ?? ''
  const end = /[,\n]$/.exec(cell)?.[0] ?? ''
  const given = typeof value === 'string' ? value : JSON.stringify(value)
  cells[index] = `"${given.replaceAll('"', '""')}"${end}`
  return cells.join('')
}

/** Puts a value into a source. */
export function changed(texts: Texts, [at, value]: [number, unknown]): Texts {
  const names = Object.keys(texts).filter((name) => /\.(json|csv)$/.test(name))
  const name = names[at % names.length] ?? ''
  const text = (texts[name] ?? Buffer.alloc(0)).toString()
  const change = name.endsWith('.json') ? changedJson : changedCsv
  return { ...texts, [name]: Buffer.from(change(text, Math.floor(at / names.length), value)) }
}
