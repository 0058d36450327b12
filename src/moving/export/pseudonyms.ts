import { createHmac } from 'node:crypto'
import type { ExportRow, ExportTable } from './table.ts'

/** Replaces people in the rows of an export. */
export type Pseudonyms = {
  /** Returns a row without personal data. */
  apply: (table: ExportTable, row: ExportRow) => ExportRow
}

/**
 * An e-mail address within a text. The `@` of a link may be encoded. It starts where a word starts, so that a long word
 * is read once.
 */
const ADDRESS =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|%40|&#64;|&commat;)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu

/** Creates pseudonyms that depend on `key`, which is secret, and are the same in each export of an organization. */
export function createPseudonyms(key: Buffer, organizationId: number): Pseudonyms {
  const hashOf = (subject: string) =>
    createHmac('sha256', key).update(`${organizationId}/${subject}`).digest('hex').slice(0, 16)
  const addressOf = (hash: string) => `${hash}@people.invalid`
  const inText = (text: string) =>
    text.replaceAll(ADDRESS, (address) =>
      addressOf(hashOf(address.toLowerCase().replace(/%40|&#64;|&commat;/, '@'))),
    )
  const inValue = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    return Array.isArray(value) ? value.map(inValue) : value
  }
  return {
    apply: (table, row) => {
      const replaced: ExportRow = { ...row, ...table.impersonal }
      for (const [name, value] of Object.entries(replaced)) if (!isId(name)) replaced[name] = inValue(value)
      for (const { id, name, email } of table.people ?? []) {
        const hash = hashOf(String(row[id]))
        if (name !== undefined && row[name] !== null) replaced[name] = `Person ${hash.slice(0, 6)}`
        if (email !== undefined && row[email] !== null) replaced[email] = addressOf(hash)
      }
      return replaced
    },
  }
}

const isId = (name: string) => name === 'id' || name.endsWith('Id') || name.startsWith('#')
