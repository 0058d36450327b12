import { convert, inPhases, loss, plainRows, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import type { CsvTable } from '../../sources/csv.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { openTables } from '../../sources/tables.ts'
import { dateOrderOf, datesWith, orderDecision, type FoundOrder } from '../csv/date-order.ts'
import { toFeature } from './features.ts'
import { readLinks, toNote, unreadColumns } from './notes.ts'

const FORMS = { notes: ['note_title', 'note_text'], features: ['entity_uuid', 'entity_name'] }

/** Reads the CSV files of Productboard: features, and notes with a row for each linked feature. */
export const productboardReader: Reader = {
  source: 'productboard',
  inspect: async (files, options = {}) => {
    const { notes, orders } = await openFiles(files, options)
    const [decision] = orders.flatMap((order) => orderDecision(order, options))
    return {
      sourceName: 'productboard:default',
      format: 'csv',
      decisions: decision ? [decision] : [],
      losses: [
        loss('drivers, scores and hierarchy', 'Posts have no columns for them.'),
        ...unreadColumns(notes).map((name) => loss(`column ${name}`, 'Comments have no such column.')),
      ],
    }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(await productboardLists(await openFiles(files, options)), options)
  },
}

type Files = { features?: CsvTable; notes?: CsvTable; orders: FoundOrder[] }

async function openFiles(files: SourceFiles, options: ReadOptions): Promise<Files> {
  const { notes, features } = await openTables(files, FORMS, options)
  if (!notes && !features) throw new SourceFault('The source has neither notes nor features of Productboard.')
  const dated = async (name: keyof typeof FORMS, table: CsvTable | undefined, headings: string[]) => {
    const order = table && (await dateOrderOf(table, headings))
    return { table: (await openTables(files, FORMS, datesWith(order, options)))[name], order }
  }
  const [note, feature] = [
    await dated('notes', notes, ['created_at']),
    await dated('features', features, ['created_at', 'updated_at']),
  ]
  return {
    ...(note.table && { notes: note.table }),
    ...(feature.table && { features: feature.table }),
    orders: [note.order, feature.order],
  }
}

async function productboardLists({ notes, features }: Files): Promise<List[]> {
  const lists: List[] = []
  if (features)
    lists.push({
      gives: ['settings', 'posts'],
      read: () => convert('post', plainRows(features.rows()), toFeature),
    })
  if (!notes) return lists
  const hasFeature = await readLinks(features)
  lists.push({
    gives: ['settings', 'people', 'posts', 'votes', 'comments'],
    // A note repeats for each feature, so each reading has its own memory of what it has given.
    read: () => {
      const given = new Set<string>()
      return convert('comment', plainRows(notes.rows()), (row) => toNote(row, hasFeature, given))
    },
  })
  return lists
}
