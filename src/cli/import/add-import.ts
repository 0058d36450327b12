import type { Command } from 'commander'
import { SOURCES } from '../../moving/reader.ts'
import { withSmallHeap } from '../../moving/small-heap.ts'
import { wantsJson } from '../print.ts'
import { run, type Tools } from '../run.ts'
import { wholeNumber } from '../whole-number.ts'
import type { ImportCommand } from './import-options.ts'
import { withoutLists } from './without-lists.ts'

const EXAMPLE = `
Sources: ${SOURCES.join(' ')}

Exit code: 0 done or planned, 1 failed, 2 a decision is needed and nothing was written, 3 as 0, but records are refused.

Examples:
  npm run cli -- import fider backup.zip --org acme --dry-run
  npm run cli -- import canny --org acme --key-file key.txt --map-status 'Later, maybe=planned'
  npm run cli -- import errors imp_1 --org acme --csv errors.csv`

/** Adds the command `import`, which imports another product's data in its own process, and those about imports. */
export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('import the data of another product: from a file, a zip archive, a folder or an API')
    .argument('<source>', 'product')
    .argument('[path]', 'file, zip archive or folder. Without it the API of the source is read')
    .requiredOption('--org <slug>', 'slug of the organization')
    .addHelpText('after', EXAMPLE)
  addOptions(command)
  command.action(async (source: string, path: string | undefined, options: ImportCommand) => {
    await withSmallHeap(async () => {
      const { importSource } = await import('./import-source.ts')
      await run(program, async (tools) => {
        const shown = await importSource(tools, { source, path, options })
        if (wantsJson(program)) return shown
        if (shown.state !== 'PLANNED') return withoutLists(shown)
        const { planPage } = await import('./plan-page.ts')
        process.stdout.write(`${planPage(shown, process.argv.slice(2))}\n`)
        return null
      })
    })
  })
  addManagement(command, program)
}

function addOptions(command: Command): void {
  const list = (value: string, values: string[] = []) => [...values, value]
  command
    .option('--dry-run', 'plan only: count and check everything, and write nothing')
    .option('--yes', 'accept the guesses of the plan')
    .option('--key-file <file>', 'file with the API key')
    .option('--key <->', '- reads the API key from standard input')
    .option('--url <url>', 'address of the API')
    .option('--source-name <name>', 'name of the instance of the source')
    .option('--map-status <from=to>', 'status here for a status of the source; can be repeated', list)
    .option('--map-board <from=to>', 'bucket here for a board of the source; can be repeated', list)
    .option('--map-tag <from=to>', 'tag here for a tag of the source; can be repeated', list)
    .option('--keep-statuses', 'create unknown statuses')
    .option('--bucket <slug>', 'bucket of posts without a board')
    .option('--team <e-mail>', 'person who becomes a member of the team; can be repeated', list)
    .option('--columns <columns>', 'columns of a plain CSV file, such as title=Titel,votes=Stimmen')
    .option('--votes <file>', 'second file of plain CSV, with the votes')
    .option('--timezone <zone>', 'zone of dates without one, such as Europe/Berlin')
    .option('--date-order <order>', 'dmy or mdy')
    .option('--encoding <encoding>', 'encoding of text files')
    .option('--no-voters', 'leave out the votes of each customer of FeatureOS, a request or more each')
    .option('--no-notes', 'leave out comments with facts that no field holds')
    .option('--fetch-assets', 'fetch and store pictures at other addresses')
    .option('--emit', 'record the events of new posts and changelog entries, for webhooks')
    .option('--overwrite', 'let values of the source replace changes made here')
    .option('--recreate', 'create again what was deleted here')
    .option('--allow-host <host>', 'private host of the API and of pictures; can be repeated', list)
    .option('--max-entries <n>', 'maximum number of entries of an archive', (text) =>
      wholeNumber('--max-entries', text),
    )
    .option('--roadmap <id>', 'roadmap of FeatureOS; can be repeated', list)
}

type Managed = { org: string; csv?: string; nginx?: boolean; votes?: string; maxEntries?: number }
type Manage = (tools: Tools, options: Managed, args: string[]) => Promise<object | null>

function addManagement(command: Command, program: Command): void {
  const add = (usage: string, description: string, act: Manage) =>
    command
      .command(usage)
      .description(description)
      .addHelpText('after', exampleOf(usage))
      .action(async (...given: unknown[]) => {
        const options = (given.at(-1) as Command).optsWithGlobals<Managed>()
        await withSmallHeap(() =>
          run(program, async (tools) => {
            const result = await act(tools, options, given.slice(0, -2) as string[])
            return result === null || wantsJson(program) ? result : withoutLists(result)
          }),
        )
      })
  add('list', 'list the imports of an organization', async (tools, { org }) => {
    const { listRuns } = await import('./manage.ts')
    return listRuns(tools, org)
  })
  add('show <id>', 'show an import', async (tools, { org }, [id = '']) => {
    const { showImport } = await import('./manage.ts')
    return showImport(tools, org, id)
  })
  add('pause <id>', 'pause an import after its present batch', async (tools, { org }, [id = '']) => {
    const { pauseImport } = await import('./manage.ts')
    return pauseImport(tools, org, id)
  })
  const again = 'continue an import; one from a file needs the same file again, and --votes'
  add('resume <id> [path]', again, async (tools, { org, votes, maxEntries }, [id = '', path]) => {
    const { continueImport } = await import('./manage.ts')
    return continueImport(tools, org, { id, path, votes, maxEntries })
  })
  const undo = 'undo an import: delete what it created, and restore what it updated; 3 if something stays'
  add('undo <id>', undo, async (tools, { org }, [id = '']) => {
    const { undoImport } = await import('./manage.ts')
    return undoImport(tools, org, id)
  })
  addLists(add)
}

/** Returns the example of a command. Its arguments are in angle brackets, or in square ones if they are optional. */
const exampleOf = (usage: string) =>
  `\nExample:\n  npm run cli -- import ${usage.replace('<id>', 'imp_1').replace('[path]', 'backup.zip')} --org acme`

/** Adds the commands that print lists of an import. */
function addLists(add: (usage: string, description: string, act: Manage) => Command): void {
  add(
    'errors <id>',
    'print the errors of an import as lines of JSON',
    async (tools, { org, csv }, [id = '']) => {
      const { printErrors } = await import('./manage.ts')
      return printErrors(tools, org, { id, csv })
    },
  ).option('--csv <file>', 'write the original rows with their errors to a CSV file')
  const addresses = 'print the paths at the source of an import and their present addresses, as CSV'
  add('addresses <id>', addresses, async (tools, { org, nginx = false }, [id = '']) => {
    const { printAddresses } = await import('./manage.ts')
    return printAddresses(tools, org, { id, nginx })
  }).option('--nginx', 'as a map for nginx')
}
