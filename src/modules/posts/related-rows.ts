import { snakeCase } from '../../lib/text/case.ts'
import type { PostSelection } from './post-row.ts'

type Related = 'bucket' | 'status' | 'submitter'
type Key = `${Related}Id`

/** Fields that every row has the value of. */
export const OF_ID = ['id', 'databaseId']

/** Columns of related rows that a list can include, beside the id. */
export const RELATED: Record<Related, { table: string; key: Key; columns: Record<string, string> }> = {
  bucket: {
    table: 'buckets',
    key: 'bucketId',
    columns: { name: 'name', slug: 'slug', description: 'description', private: 'private' },
  },
  status: {
    table: 'statuses',
    key: 'statusId',
    columns: {
      name: 'name',
      slug: 'slug',
      kind: 'kind',
      color: 'color',
      percentage: 'percentage',
      position: 'position',
    },
  },
  submitter: {
    table: 'users',
    key: 'submitterId',
    columns: { name: 'name', avatarUrl: 'avatar_url', bot: 'bot' },
  },
}

/**
 * The related rows that a statement joins, because few of their fields are selected. They are looked up one by one:
 * beside thousands of organizations, a merge join would read all people of one for each status. `$1` is the
 * organization's id.
 */
export function joinedRows(selection: PostSelection) {
  return Object.entries(RELATED).flatMap(([name, { table, key, columns }]) => {
    const below = selection.get(name)
    if (!isOf(below, [...OF_ID, ...Object.keys(columns)])) return []
    const fields = ['id', ...[...below.keys()].filter((field) => field in columns)]
    const join = `cross join lateral (select ${name}.* from ${table} ${name}
      where ${name}.organization_id = $1 and ${name}.id = p.${snakeCase(key)} limit 1) ${name}`
    return [{ name, fields, columns: fields.map((field) => `${name}.${columns[field] ?? 'id'}`), join }]
  })
}

/** Whether a field of a row is selected with no other fields below it than these. */
export function isOf(below: PostSelection | undefined, fields: string[]): below is PostSelection {
  return (
    below !== undefined &&
    [...below.keys()].every((field) => fields.includes(field) || field === '__typename')
  )
}
