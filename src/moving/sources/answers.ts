import { KeySet } from '../key-set.ts'
import type { DateRules } from '../rules/moments.ts'
import { comparableName } from '../rules/names.ts'
import { jsonValues } from './json.ts'
import { Row } from './row.ts'
import { baseName, type SourceFiles } from './source-files.ts'

/** A saved answer: its file and, if it is about one post, the id of that post in its name. */
type SavedAnswer = { file: string; about: string | undefined }

/**
 * Assigns the `.json` files of a source to lists by the start of their names, in letters and digits, without a
 * leading `api-`. The longest list wins. After it comes a page (`list`, `page-1`, `v2`) or the id of the post that the
 * answer is about (`voters-67f0c1.json`).
 */
export function answersOf<List extends string>(
  files: SourceFiles,
  lists: readonly List[],
): Record<List, SavedAnswer[]> {
  const byLength = [...lists].sort((one, other) => other.length - one.length)
  const answers = Object.fromEntries(lists.map((list) => [list, [] as SavedAnswer[]])) as Record<
    List,
    SavedAnswer[]
  >
  for (const file of files.names) {
    const name = /^(?:api-)?(.*)\.json$/i.exec(baseName(file))?.[1]
    const list = name && byLength.find((one) => startsWith(name, one))
    if (list) answers[list].push({ file, about: subjectOf(name, list) })
  }
  return answers
}

/** Whether a name starts with the name of a list, at the end of a word. */
function startsWith(name: string, list: string): boolean {
  const head = headOf(name, list)
  return head !== null && !/^[a-z]/i.test(name.slice(head.length))
}

/** The shortest start of a name that has the letters and digits of a list. */
function headOf(name: string, list: string): string | null {
  const wanted = comparableName(list)
  for (let end = wanted.length; end <= name.length; end++) {
    const head = comparableName(name.slice(0, end))
    if (head === wanted) return name.slice(0, end)
    if (head.length > wanted.length) return null
  }
  return null
}

const PAGE = /^(list|page|all|answers?|v\d)?$/i

function subjectOf(name: string, list: string): string | undefined {
  const rest = name.slice(headOf(name, list)?.length ?? 0).replace(/^[-_. ]+/, '')
  const [subject = ''] = rest.split(/[-_](?=page|list|v\d)/i)
  return PAGE.test(subject) || /^(list|page)[-_ ]/i.test(rest) ? undefined : subject
}

/**
 * Reads the objects of saved answers, in the order of the files. An object whose id the list had before is left out,
 * because lists that change while they are read repeat rows. A value that is no object is an error of its row.
 */
export async function* answerRows(
  files: SourceFiles,
  answers: readonly SavedAnswer[],
  keys: readonly string[],
  dates: DateRules = {},
): AsyncGenerator<{ row: Row; about: string | undefined }> {
  const seen = new KeySet()
  for (const { file, about } of answers) {
    for await (const row of jsonRows(files, file, { keys }, dates)) {
      const id = row.value('id')
      const isId = typeof id === 'string' || typeof id === 'number'
      if (!isId || seen.add(JSON.stringify([about, String(id)]))) yield { row, about }
    }
  }
}

/** Reads the objects of one file as `jsonValues` does. */
export async function* jsonRows(
  files: SourceFiles,
  file: string,
  form: { keys?: readonly string[]; lines?: boolean } = {},
  dates: DateRules = {},
): AsyncGenerator<Row> {
  let number = 0
  for await (const value of jsonValues(files, file, form)) {
    number += 1
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    const row = new Row({ file, row: number }, isObject ? (value as Record<string, unknown>) : {}, dates)
    if (!isObject) row.refuse('row', value, 'must be an object')
    yield row
  }
}
