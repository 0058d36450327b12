import { convert, inPhases, loss, plainRows, type Found, type List } from '../../lists.ts'
import type { Loss } from '../../items.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { PHASE_OF } from '../../phases.ts'
import type { RecordType } from '../../records.ts'
import { jsonRows } from '../../sources/answers.ts'
import type { Row } from '../../sources/row.ts'
import type { SourceFiles } from '../../sources/source-files.ts'
import { keysOf, type EchologList } from './keys.ts'
import { openManifest, verifyFiles } from './manifest.ts'
import * as content from './content.ts'
import { toIdentity } from './identities.ts'
import * as notifications from './notifications.ts'
import * as settings from './settings.ts'

/** Reads an export of this service, `echolog/1`. Checksums and numbers of rows are verified before the first record. */
export const echologReader: Reader = {
  source: 'echolog',
  inspect: async (files) => {
    const manifest = await openManifest(files)
    await verifyFiles(files, manifest)
    const sourceName = `echolog:${manifest.installation}:${manifest.organization}`
    return { sourceName, format: 'echolog/1', decisions: [], losses: ignored(files, manifest.root) }
  },
  read: async function* (files, options = {}) {
    const { root } = await openManifest(files)
    yield* inPhases(echologLists(files, root, options), options, ignored(files, root))
  },
}

type Converter = (row: Row) => Found

/** Type and converter of each list, in the order of the phases. */
const CONVERTERS: Record<EchologList, [type: RecordType, toFound: Converter]> = {
  organization: ['organization', settings.toOrganization],
  statuses: ['status', settings.toStatus],
  buckets: ['bucket', settings.toBucket],
  tags: ['tag', settings.toTag],
  changelog_labels: ['label', settings.toLabel],
  people: ['person', settings.toPerson],
  posts: ['post', content.toPost],
  votes: ['vote', content.toVote],
  comments: ['comment', content.toComment],
  subscriptions: ['subscription', content.toSubscription],
  roadmaps: ['roadmap', content.toRoadmap],
  roadmap_posts: ['roadmapPost', content.toRoadmapPost],
  changelogs: ['changelog', content.toChangelog],
  merges: ['merge', content.toMerge],
  uploads: ['upload', settings.toUpload],
  webhooks: ['webhook', settings.toWebhook],
  external_refs: ['reference', settings.toReference],
  addresses: ['address', settings.toAddress],
  post_mutes: ['mute', notifications.toMute],
  changelog_subscribers: ['changelogSubscriber', notifications.toChangelogSubscriber],
  notification_preferences: ['preference', notifications.toPreference],
  mail_suppressions: ['suppression', notifications.toSuppression],
  user_identities: ['identity', toIdentity],
}
const LISTS = Object.keys(CONVERTERS) as EchologList[]

function echologLists(files: SourceFiles, root: string, options: ReadOptions): List[] {
  const present = LISTS.filter((list) => files.names.includes(`${root}${list}.jsonl`))
  return present
    .filter((list) => list !== 'webhooks' || options.webhooks === true)
    .map((list) => {
      const [type, toFound] = CONVERTERS[list]
      const keys = keysOf(list)
      const rows = () => plainRows(jsonRows(files, `${root}${list}.jsonl`, { lines: true }, options))
      const withUnknown = (row: Row): Found => {
        const found = list === 'uploads' ? settings.withFile(toFound(row), root, files) : toFound(row)
        return { ...found, losses: [...(found.losses ?? []), ...unknownKeys(row, list, keys)] }
      }
      return { gives: [PHASE_OF[type]], read: () => convert(type, rows(), withUnknown) }
    })
}

function unknownKeys(row: Row, list: EchologList, keys: ReadonlySet<string>): Loss[] {
  return Object.keys(row.values)
    .filter((key) => !keys.has(key))
    .map((key) => loss(`key ${key} of ${list}`, 'This version does not import it.'))
}

/** Files that are read by people only, and those that are unknown to this version. */
function ignored(files: SourceFiles, root: string): Loss[] {
  const expected = new Set([
    ...LISTS.map((list) => `${root}${list}.jsonl`),
    `${root}manifest.json`,
    `${root}README.txt`,
  ])
  const forReading = [`${root}events.jsonl`, `${root}audit.jsonl`]
  return files.names
    .filter((name) => !expected.has(name) && !name.startsWith(`${root}uploads/`))
    .map((name) =>
      loss(
        `file ${name}`,
        forReading.includes(name)
          ? 'It is for reading and is not imported.'
          : 'This version does not import it.',
      ),
    )
}
