import type { Command } from 'commander'
import { readConfig, type Config } from '../config.ts'
import { print } from './print.ts'

type RestoreFlags = { to?: string; archive?: string; replace?: boolean }

/** Adds the commands that copy an embedded database and its installation, and restore a copy. */
export function addBackup(program: Command, example: (command: string) => string): void {
  program
    .command('backup')
    .description('copy the embedded database and its keys to a new folder, also while the service runs')
    .argument('<folder>', 'folder that the command creates')
    .addHelpText('after', example('backup /backups/2027-01-31'))
    .action(async (folder: string) => {
      const { backUp } = await import('./backup.ts')
      print(program, await backUp(embeddedConfig('backup'), folder))
    })
  program
    .command('restore')
    .description('restore a backup into DATA_DIR, while no process uses it')
    .argument('<folder>', 'folder that backup has created')
    .option('--to <time>', 'time such as 2027-01-31T10:00:00Z, or latest; needs the archive')
    .option('--archive <folder>', 'archive of the log (default: ARCHIVE_DIR)')
    .option('--replace', 'move the files of an installation in DATA_DIR aside')
    .addHelpText(
      'after',
      `${example('restore /backups/2027-01-31')}\n  npm run cli -- restore /backups/2027-01-31 --to 2027-01-31T10:00:00Z --replace`,
    )
    .action(async (folder: string, flags: RestoreFlags) => {
      const { restore } = await import('./backup.ts')
      print(program, await restore(embeddedConfig('restore'), folder, flags))
    })
  program
    .command('prune-archive')
    .description('delete the part of the archive that is older than a backup')
    .argument('<folder>', 'the oldest backup that is kept')
    .addHelpText('after', example('prune-archive /backups/2027-01-01'))
    .action(async (folder: string) => {
      const { prune } = await import('./backup.ts')
      print(program, prune(embeddedConfig('prune-archive'), folder))
    })
}

/** Reads the configuration. @throws Error with an external database */
function embeddedConfig(command: string): Config {
  const config = readConfig()
  if (config.databaseUrl === null) return config
  throw new Error(
    `${command} is for the embedded database, and DATABASE_URL names another. Use pg_dump, or the backups of its provider.`,
  )
}
