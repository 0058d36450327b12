import { byName, keyOfName, postDraft, titleAndText } from '../../drafts.ts'
import type { Found } from '../../lists.ts'
import type { Row } from '../../sources/row.ts'

const OWN = new Set([
  'entityuuid',
  'entityname',
  'description',
  'statusname',
  'parentname',
  'parent',
  'createdat',
  'updatedat',
])

/** Removes the backslashes that the export puts before `-` and other marks. */
export const unescaped = (text: string): string => text.replaceAll(/\\([-*_#.+!()[\]{}>~|])/g, '$1')

/** Converts a feature. Its parent becomes a tag, and other columns with a value become notes. */
export function toFeature(row: Row): Found {
  const { origin } = row
  const [status, parent] = [row.word('status_name'), row.word('parent_name') ?? row.word('parent')]
  const others = (row.original?.headings ?? []).flatMap((heading) => {
    if (OWN.has(heading.toLowerCase().replaceAll(/[^a-z]/g, ''))) return []
    const cell = row.word(heading)
    return cell === undefined ? [] : [`${heading}: ${cell}`]
  })
  const post = postDraft(row, row.id('entity_uuid'), {
    ...titleAndText(row, 'entity_name', { markdown: unescaped(row.text('description') ?? '') }),
    status: status === undefined ? undefined : keyOfName(status),
    tags: parent === undefined ? [] : [keyOfName(parent)],
    notes: others,
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
  return {
    records: [
      ...(status === undefined ? [] : [byName('status', status, origin)]),
      ...(parent === undefined ? [] : [byName('tag', parent, origin)]),
      post,
    ],
  }
}
