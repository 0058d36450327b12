import { basename } from 'node:path'
import { Option, type Command } from 'commander'
import { withSmallHeap } from '../moving/small-heap.ts'
import { run, type Tools } from './run.ts'

type ExportFlags = {
  org: string
  out: string
  csv?: boolean
  quackback?: boolean
  withoutPersonalData?: boolean
  withEvents?: boolean
  withAudit?: boolean
}

/** Adds the command that exports an organization into a file. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('export an organization into a zip archive')
    .requiredOption('--org <slug>', 'slug of the organization')
    .requiredOption('--out <file>', 'file to write; it is replaced when the export is complete')
    .addOption(new Option('--csv', 'flat tables for spreadsheets').conflicts('quackback'))
    .option('--quackback', 'import template of Quackback')
    .option('--without-personal-data', 'pseudonyms instead of people')
    .addOption(new Option('--with-events', 'also the event log').conflicts(['csv', 'quackback']))
    .addOption(new Option('--with-audit', 'also the audit trail').conflicts(['csv', 'quackback']))
    .addHelpText('after', '\nExample:\n  npm run cli -- export --org acme --out acme.zip')
    .action(async (flags: ExportFlags) => {
      await withSmallHeap(() => run(program, (tools) => exportToFile(tools, flags)))
    })
}

/** Writes the export and returns it as `ExportRun` of the schema has it, with the rows of each file. */
async function exportToFile({ database, keys }: Tools, flags: ExportFlags): Promise<object> {
  const [{ writeCurrent }, { findOrganization }, { exportOptions }] = await Promise.all([
    import('../moving/export/write-to-file.ts'),
    import('../modules/organizations/find-organization.ts'),
    import('../moving/export/options.ts'),
  ])
  const { recordExportStart, storeFinishedExport } = await import('../moving/export/record-export.ts')
  const db = database.kysely
  const { id: organizationId } = await findOrganization(db, flags.org)
  const form = flags.csv ? 'csv' : flags.quackback ? 'quackback' : 'echolog'
  const options = exportOptions({ ...flags, form })
  await recordExportStart(db, organizationId)
  const onProgress = process.stderr.isTTY
    ? (rows: number) => void process.stderr.write(`\r${rows} rows`)
    : undefined
  const context = { db, pseudonyms: keys.pseudonyms }
  const { bytes, files } = await writeCurrent(context, { organizationId, options, onProgress }, flags.out)
  if (onProgress) process.stderr.write('\n')
  const fileName = basename(flags.out)
  const id = await storeFinishedExport(db, organizationId, { options, fileName, bytes })
  const rows = Object.entries(files).flatMap(([name, file]) =>
    file.rows === null ? [] : [[name, file.rows]],
  )
  return {
    id: `exp_${id}`,
    kind: 'ORGANIZATION',
    state: 'DONE',
    file: flags.out,
    bytes,
    rows: Object.fromEntries(rows) as object,
  }
}
