import { boundedJson } from '../../../lib/text/json-bounds.ts'
import { convert, inPhases, plainRows, type List } from '../../lists.ts'
import type { Reader, ReadOptions } from '../../reader.ts'
import { SourceFault } from '../../source-fault.ts'
import { answerRows, answersOf, jsonRows } from '../../sources/answers.ts'
import { JSON_BOUNDS } from '../../sources/json-limits.ts'
import type { Row } from '../../sources/row.ts'
import { readWhole, type SourceFiles } from '../../sources/source-files.ts'
import { toBucket, toChangelog, toRoadmap, toStatus } from './lists.ts'
import { readIndex } from './index-answers.ts'
import { toComment, toCustomer, toPost, toVote } from './posts.ts'

/** Lists of the API, as files of saved answers name them. The last two are look-ups by customer. */
const FEATUREOS_LISTS = [
  'organizations',
  'buckets',
  'feature_requests',
  'comments',
  'customers',
  'changelogs',
  'roadmaps',
  'submitters',
  'interactors',
] as const
export type FeatureosList = (typeof FEATUREOS_LISTS)[number]

/** Rows of a list, with the customer that a look-up is about. */
export type FeatureosRows = (list: FeatureosList) => AsyncGenerator<{ row: Row; about: string | undefined }>

/** Reads saved answers of the API of FeatureOS, version 3. This service is such a source too. */
export const featureosReader: Reader = {
  source: 'featureos',
  inspect: async (files) => {
    const answers = answersOf(files, FEATUREOS_LISTS)
    if (answers.feature_requests.length === 0)
      throw new SourceFault('The source has no answer of the list "feature_requests".')
    const [organization] = answers.organizations
    const name = organization ? await subdomainOf(files, organization.file) : null
    return { sourceName: `featureos:${name ?? 'default'}`, format: 'api', decisions: [], losses: [] }
  },
  read: async function* (files, options = {}) {
    yield* inPhases(await featureosLists(files, options), options)
  },
}

async function featureosLists(files: SourceFiles, options: ReadOptions): Promise<List[]> {
  const answers = answersOf(files, FEATUREOS_LISTS)
  const key = (list: FeatureosList) =>
    list === 'submitters' || list === 'interactors' ? 'feature_requests' : list
  const rows: FeatureosRows = (list) => answerRows(files, answers[list], [key(list)], options)
  const index = await readIndex(rows)
  const hasComments = answers.comments.length > 0
  const organizations = () => statusRows(files, answers.organizations, options)
  return [
    { gives: ['settings'], read: () => convert('status', organizations(), (row) => toStatus(row, index)) },
    { gives: ['settings'], read: () => convert('bucket', rows('buckets'), toBucket) },
    { gives: ['people'], read: () => convert('person', rows('customers'), toCustomer) },
    {
      gives: ['settings', 'people', 'posts'],
      read: () => convert('post', rows('feature_requests'), (row) => toPost(row, index, hasComments)),
    },
    {
      gives: ['votes'],
      read: () => convert('vote', rows('interactors'), (row, { about }) => toVote(row, about, index)),
    },
    {
      gives: ['people', 'comments'],
      read: () => convert('comment', rows('comments'), (row) => toComment(row, index)),
    },
    { gives: ['roadmaps'], read: () => convert('roadmap', rows('roadmaps'), toRoadmap) },
    {
      gives: ['settings', 'people', 'changelogs'],
      read: () => convert('changelog', rows('changelogs'), (row) => toChangelog(row, index)),
    },
  ]
}

async function* statusRows(files: SourceFiles, answers: { file: string }[], options: ReadOptions) {
  for (const { file } of answers) yield* plainRows(jsonRows(files, file, { keys: ['status_info'] }, options))
}

const MAX_ANSWER = 1024 ** 2

async function subdomainOf(files: SourceFiles, file: string): Promise<string | null> {
  const json = boundedJson(await readWhole(files, file, MAX_ANSWER), JSON_BOUNDS)
  if (typeof json !== 'object' || json === null)
    throw new SourceFault('The file is not valid JSON.', { file })
  const name = (json as { organization?: { subdomain?: unknown } | null }).organization?.subdomain
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null
}
