import { LOCALES } from '../../../modules/changelogs/locales.ts'
import { colorOf } from '../../drafts.ts'
import type { Found } from '../../lists.ts'
import { kindOf } from '../featureos/lists.ts'
import type { PersonRecord, UploadRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'

const base = <Type extends string>(row: Row, type: Type) => ({
  type,
  externalId: row.id(),
  origin: row.origin,
  createdAt: row.moment('createdAt'),
  updatedAt: row.moment('updatedAt'),
})

/** Values of a row but its id and times. */
const fieldsOf = (row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row.values).filter(([key]) => !['id', 'createdAt', 'updatedAt'].includes(key)),
  )

/** Converts the organization. */
export const toOrganization = (row: Row): Found => ({
  records: [{ ...base(row, 'organization'), fields: fieldsOf(row) }],
})

/** Converts a status. */
export const toStatus = (row: Row): Found => ({
  records: [
    {
      ...base(row, 'status'),
      name: row.required('name'),
      kind:
        kindOf(row.word('kind')?.toLowerCase()) ??
        row.refuse('kind', row.value('kind'), 'is not a kind of status'),
      slug: row.word('slug'),
      color: colorOf(row.word('color')),
      position: row.count('position'),
      percentage: percentageOf(row),
    },
  ],
})

function percentageOf(row: Row): number | undefined {
  const percentage = Number(row.value('percentage') ?? 0)
  return percentage >= 0 && percentage <= 100
    ? percentage
    : row.refuse('percentage', row.value('percentage'), 'is not a number from 0 to 100')
}

/** Converts a bucket. */
export const toBucket = (row: Row): Found => ({
  records: [
    {
      ...base(row, 'bucket'),
      name: row.required('name'),
      slug: row.word('slug'),
      description: row.text('description'),
      private: row.flag('private') ?? false,
      requiresModeration: row.flag('requiresModeration'),
      position: row.count('position'),
    },
  ],
})

/** Converts a tag. */
export const toTag = (row: Row): Found => ({
  records: [{ ...base(row, 'tag'), name: row.required('name'), color: colorOf(row.word('color')) }],
})

/** Converts a label of changelog entries. */
export const toLabel = (row: Row): Found => ({
  records: [{ ...base(row, 'label'), name: row.required('name'), color: colorOf(row.word('color')) }],
})

/** Returns the code of a locale. Undefined for any other text. */
const knownLocale = (code: string | undefined) => LOCALES.find((locale) => locale === code)

/** Converts a person. The role is never taken over. */
export function toPerson(row: Row): Found {
  const labels = row.words('labels')
  const anonymizedAt = row.moment('anonymizedAt')
  const person: PersonRecord = {
    ...base(row, 'person'),
    name: row.word('name'),
    email: row.word('email'),
    avatarUrl: row.word('avatarUrl'),
    locale: knownLocale(row.word('locale')),
    bot: row.flag('bot'),
    customer: row.flag('customer'),
    blocked: row.flag('blocked'),
    starred: row.flag('starred'),
    reachable: row.flag('reachable'),
    noMail: row.flag('noMail'),
    ...(labels.length > 0 && { labels }),
    customFields: row.object('customFields')?.values,
    ...(anonymizedAt !== undefined && { anonymizedAt, deleted: true }),
  }
  return { records: [person] }
}

/** Converts an upload. Its file is added by `withFile`. */
export const toUpload = (row: Row): Found => ({
  records: [{ ...base(row, 'upload'), key: row.id(), file: '', bytes: row.count('bytes') ?? 0 }],
})

/** Finds the file of an upload: its id, with or without an extension. */
export function withFile(found: Found, root: string, files: SourceFiles): Found {
  const records = (found.records ?? []).flatMap((record): UploadRecord[] => {
    if (record.type !== 'upload') return []
    const start = `${root}uploads/${record.key}`
    const file = files.names.find((name) => name === start || name.startsWith(`${start}.`))
    return file === undefined ? [] : [{ ...record, file, bytes: files.sizeOf(file) }]
  })
  const missing = (found.records ?? []).length - records.length
  return { records, losses: [{ what: 'pictures', count: missing, reason: 'They are not in the export.' }] }
}

/** Converts a webhook, which has no secrets. */
export const toWebhook = (row: Row): Found => ({
  records: [{ ...base(row, 'webhook'), fields: fieldsOf(row) }],
})

/** Converts a reference to the source of an object. */
export function toReference(row: Row): Found {
  const [sourceName, kind, id] = [
    row.required('sourceName'),
    row.required('kind'),
    row.required('externalId'),
  ]
  const local = row.required('localId')
  const externalId = JSON.stringify([sourceName, kind, id])
  return { records: [{ type: 'reference', externalId, origin: row.origin, sourceName, kind, id, local }] }
}

/** Converts an old address of an object. */
export function toAddress(row: Row): Found {
  const [path, kind, local] = [row.required('path'), row.required('kind'), row.required('localId')]
  return { records: [{ type: 'address', externalId: path, origin: row.origin, path, kind, local }] }
}
