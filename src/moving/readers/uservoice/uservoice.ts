import { convert, inPhases, loss, plainRows, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import { openCsv, type CsvTable } from '../../sources/csv.ts'
import { baseName, type SourceFiles } from '../../sources/source-files.ts'
import { hasHeadings } from '../../sources/tables.ts'
import { toComment, toUser } from './classic.ts'
import { ideaField } from './fields.ts'
import { toIdea, toVoter } from './ideas.ts'

type Tables = { ideas: CsvTable; comments?: CsvTable; users?: CsvTable; hasVoters: boolean }

/**
 * Reads CSV files of UserVoice: the classic set of suggestions, comments and users, the full export with a row for
 * each idea and voter, and exports of analysis, whose headings start with `suggestion.`.
 */
export const uservoiceReader: Reader = {
  source: 'uservoice',
  inspect: async (files, options = {}) => {
    const { hasVoters, ideas } = await openFiles(files, options)
    const isComplete = !hasVoters || (await hasIdeaWithoutVoters(ideas))
    return {
      sourceName: 'uservoice:default',
      format: hasVoters ? 'full export' : 'csv',
      decisions: [],
      losses: isComplete ? [] : [loss('ideas without votes', 'The full export leaves them out.')],
    }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(ideaLists(await openFiles(files, options)), options)
  },
}

const FULL = ['Idea Id', 'Idea Title', 'User Email Address']
const ANALYSIS = ['suggestion.id', 'suggestion.title']

async function openFiles(files: SourceFiles, options: ReadOptions): Promise<Tables> {
  // Times are in UTC without a zone. The option does not apply.
  const tables: CsvTable[] = []
  for (const file of files.names.filter((name) => /\.csv$/i.test(name)))
    tables.push(await openCsv(files, file, { encoding: options.encoding }))
  const find = (name: RegExp, headings: string[]) =>
    tables.find((table) => name.test(baseName(table.file)) && hasHeadings(table, headings))
  const comments = find(/comment/i, ['Id', 'Text'])
  const users = find(/users?(?!voice)/i, ['Id', 'Email'])
  const rest = tables.filter((table) => table !== comments && table !== users)
  const full = rest.find((table) => hasHeadings(table, FULL))
  const ideas =
    full ?? rest.find((table) => hasHeadings(table, ANALYSIS) || hasHeadings(table, ['Id', 'Title']))
  if (!ideas) throw new SourceFault('The source has no file of ideas with the columns of UserVoice.')
  return { ideas, hasVoters: full !== undefined, ...(comments && { comments }), ...(users && { users }) }
}

/** Whether the rows of a full export include ideas without voters. */
async function hasIdeaWithoutVoters(ideas: CsvTable): Promise<boolean> {
  for await (const row of ideas.rows()) if (row.word(ideaField(row, 'Voters Count')) === '0') return true
  return false
}

function ideaLists({ ideas, comments, users, hasVoters }: Tables): List[] {
  const lists: List[] = []
  if (users) lists.push({ gives: ['people'], read: () => convert('person', plainRows(users.rows()), toUser) })
  // The full export repeats an idea for each voter, so each reading has its own memory of ideas.
  lists.push({
    gives: ['settings', 'people', 'comments', 'merges', 'posts'],
    read: () => {
      const given = new Set<string>()
      return convert('post', plainRows(ideas.rows()), (row) => toIdea(row, given, hasVoters))
    },
  })
  if (hasVoters)
    lists.push({
      gives: ['people', 'votes', 'subscriptions'],
      read: () => {
        const given = new Set<string>()
        return convert('vote', plainRows(ideas.rows()), (row) => toVoter(row, given))
      },
    })
  if (comments)
    lists.push({
      gives: ['people', 'comments'],
      read: () => convert('comment', plainRows(comments.rows()), toComment),
    })
  return lists
}
