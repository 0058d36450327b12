import { inPhases } from '../../lists.ts'
import type { Reader } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { answerLists, astutoAnswers, hostOf } from './answers.ts'
import { openAstutoTables, tableLists, tenantOf } from './tables.ts'

/** Reads the tables of Astuto, which `\copy` writes, and saved answers of its API. */
export const astutoReader: Reader = {
  source: 'astuto',
  inspect: async (files, options = {}) => {
    const none = { decisions: [], losses: [] }
    if (!isTables(files)) return { sourceName: await hostOf(files), format: 'api', ...none }
    const tables = await openAstutoTables(files, options)
    return { sourceName: `astuto:tables:${await tenantOf(tables)}`, format: 'tables', ...none }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(
      isTables(files)
        ? await tableLists(await openAstutoTables(files, options))
        : await answerLists(files, options),
      options,
    )
  },
}

/** @throws SourceFault for a source that has neither tables nor answers */
function isTables(files: SourceFiles): boolean {
  if (files.names.some((name) => /\.csv$/i.test(name))) return true
  if (astutoAnswers(files).posts.length > 0) return false
  throw new SourceFault('The source has neither the table "posts" of Astuto nor answers of its API.')
}
